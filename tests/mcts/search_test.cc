#include "mcts/search/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "mcts/evaluators/plain_evaluators.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/first_move_evaluator.h"
#include "tests/mcts/helpers.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

std::vector<uint32_t> VisitsOf(const Search& search) {
  const SearchResult result = search.RootResult();
  return {result.visits.begin(), result.visits.end()};
}

TEST(Search, VisitsSumToTheBudgetInEveryVariant) {
  FakeEvaluator evaluator(3);
  for (const std::string& name : VariantNames()) {
    Search search({}, Game(OpenRules(name)), 1);
    EXPECT_EQ(search.Visits(), 0);
    for (int turn = 0; turn < 40 && !search.game().IsOver(); ++turn) {
      const int visits = 10 + 7 * turn % 60;
      Think(&search, &evaluator, {.visits = visits, .noise = turn % 2 == 0});
      const SearchResult result = search.RootResult();
      // The visits kept from the last turn may exceed a smaller budget.
      EXPECT_GE(Sum(result.visits), static_cast<uint32_t>(visits)) << name << " turn " << turn;
      if (turn == 0 || result.proof != Proof::kNone) {
        EXPECT_EQ(Sum(result.visits), static_cast<uint32_t>(visits));
      }
      if (result.proof == Proof::kNone) {
        EXPECT_EQ(Sum(result.visits), static_cast<uint32_t>(search.Visits()));
      }
      search.Play(search.ChooseMove());
    }
  }
}

TEST(Search, NeverReturnsAnIllegalMove) {
  FakeEvaluator evaluator(5);
  for (const std::string& name : VariantNames()) {
    for (uint64_t seed = 0; seed < 3; ++seed) {
      Game game(OpenRules(name));
      PlayRandomly(static_cast<int>(seed) * 15, seed, &game);
      Search search({}, game, seed);
      while (!search.game().IsOver() && search.game().ply() < 150) {
        Think(&search, &evaluator, {.visits = 24, .noise = true});
        MoveList legal;
        search.game().LegalMoves(&legal);
        const SearchResult result = search.RootResult();
        ASSERT_EQ(result.moves.size(), legal.size()) << name;
        for (size_t i = 0; i < legal.size(); ++i) ASSERT_EQ(result.moves[i], legal[i]) << name;
        ASSERT_TRUE(search.game().IsLegal(result.best));
        const Move move = search.ChooseMove();
        ASSERT_TRUE(search.game().IsLegal(move)) << name << ' ' << ToString(move);
        search.Play(move);
      }
    }
  }
}

TEST(Search, TheSameSeedGivesTheSameTree) {
  FakeEvaluator evaluator(7);
  const auto play = [&](uint64_t seed) {
    Search search({}, Game(OpenRules("linnaeus")), seed);
    std::vector<uint32_t> all;
    for (int turn = 0; turn < 8; ++turn) {
      Think(&search, &evaluator, {.visits = 64, .noise = true});
      const std::vector<uint32_t> visits = VisitsOf(search);
      all.insert(all.end(), visits.begin(), visits.end());
      search.Play(search.ChooseMove());
    }
    return all;
  };
  EXPECT_EQ(play(1), play(1));
  EXPECT_NE(play(1), play(2));
}

TEST(Search, ResetForgetsEverything) {
  FakeEvaluator evaluator(7);
  const Game start(OpenRules("linnaeus"));
  Search fresh({}, start, 4);
  Search used({}, start, 1);
  Think(&used, &evaluator, {.visits = 100, .noise = true});
  used.Play(used.ChooseMove());
  used.Start({.visits = 10});
  used.SelectLeaf();
  used.Reset(start, 4);
  Think(&fresh, &evaluator, {.visits = 100, .noise = true});
  Think(&used, &evaluator, {.visits = 100, .noise = true});
  EXPECT_EQ(VisitsOf(fresh), VisitsOf(used));
}

TEST(Search, SelectLeafHoldsUntilBackup) {
  Search search({}, Game(OpenRules("linnaeus")), 1);
  search.Start({.visits = 3});
  const LeafRequest* leaf = search.SelectLeaf();
  ASSERT_NE(leaf, nullptr);
  EXPECT_EQ(search.SelectLeaf(), leaf);
  EXPECT_EQ(leaf->game->ply(), 0);
  EXPECT_EQ(leaf->moves.size(), 80u);
}

TEST(Search, TheGameStaysAtTheRootWhileALeafIsPending) {
  UniformEvaluator evaluator;
  Search search({}, Game(OpenRules("linnaeus")), 1);
  Evaluation evaluation;
  search.Start({.visits = 30});
  while (const LeafRequest* leaf = search.SelectLeaf()) {
    EXPECT_EQ(search.game().ply(), 0);
    evaluator.Evaluate({leaf, 1}, {&evaluation, 1});
    search.Answer(evaluation);
  }
}

TEST(Search, ReuseKeepsTheStatisticsOfTheMovePlayed) {
  FakeEvaluator evaluator(11);
  Search search({}, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 400});
  const SearchResult before = search.RootResult();
  const Move best = before.best;
  uint32_t visits = 0;
  float value = 0;
  for (size_t i = 0; i < before.moves.size(); ++i) {
    if (before.moves[i] != best) continue;
    visits = before.visits[i];
    value = before.values[i];
  }
  ASSERT_GT(visits, 10u);
  search.Play(best);
  EXPECT_TRUE(search.RootResult().moves.empty());  // until the next search
  search.Start({.visits = 1});
  const SearchResult after = search.RootResult();
  EXPECT_EQ(Sum(after.visits), visits - 1);  // one visit was the evaluation of the node itself
  EXPECT_FLOAT_EQ(after.value, -value);
}

TEST(Search, WithoutReuseEveryTurnBeginsAnew) {
  FakeEvaluator evaluator(11);
  SearchConfig config;
  config.reuse_tree = false;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 100});
  search.Play(search.ChooseMove());
  EXPECT_EQ(search.tree().num_nodes(), 1u);
  EXPECT_EQ(Think(&search, &evaluator, {.visits = 100}), 101);
}

TEST(Search, NoiseDisturbsOnlyNoisySearches) {
  UniformEvaluator evaluator;
  const auto visits = [&](bool noise, uint64_t seed) {
    Search search({}, Game(OpenRules("linnaeus")), seed);
    Think(&search, &evaluator, {.visits = 200, .noise = noise});
    return VisitsOf(search);
  };
  EXPECT_EQ(visits(false, 1), visits(false, 2));
  EXPECT_NE(visits(true, 1), visits(true, 2));
  EXPECT_NE(visits(true, 1), visits(false, 1));
}

TEST(Search, NoiseDoesNotPileUpWhenARootIsSearchedAgain) {
  FakeEvaluator evaluator(2);
  Search search({}, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 1});
  std::vector<float> clean;
  for (const Edge& edge : search.tree().EdgesOf(search.tree().root()))
    clean.push_back(edge.prior());
  std::sort(clean.begin(), clean.end());
  for (int i = 0; i < 5; ++i) search.Start({.visits = 1, .noise = true});
  search.Start({.visits = 1});
  std::vector<float> again;
  for (const Edge& edge : search.tree().EdgesOf(search.tree().root()))
    again.push_back(edge.prior());
  std::sort(again.begin(), again.end());
  EXPECT_EQ(clean, again);
}

TEST(Search, UnvisitedMovesHaveNoValue) {
  FakeEvaluator evaluator(2);
  Search search({}, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 20});
  const SearchResult result = search.RootResult();
  for (size_t i = 0; i < result.moves.size(); ++i) {
    EXPECT_EQ(std::isnan(result.values[i]), result.visits[i] == 0);
  }
}

TEST(Search, TemperatureZeroPlaysTheBestMove) {
  FakeEvaluator evaluator(2);
  SearchConfig config;
  config.temperature = {.initial = 0, .final = 0};
  Search search(config, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 100});
  const Move best = search.RootResult().best;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(search.ChooseMove(), best);
}

/// Returns how often each of the first moves is chosen if only moves within `within` of the best
/// one's value are. The first two have values of 0.5 and 0.4, the third 0.1.
std::vector<int> ChoicesWithin(float within) {
  const Game game(OpenRules("brandubh"));
  SearchConfig config;
  config.temperature = {.initial = 1, .final = 1, .within = within};
  config.prove = false;
  FirstMoveEvaluator evaluator(game, {},
                               {{.value = 0.5f, .prior = 0.3f},
                                {.value = 0.4f, .prior = 0.35f},
                                {.value = 0.1f, .prior = 0.35f}});
  Search search(config, game, 1);
  Think(&search, &evaluator, {.visits = 60});
  const SearchResult result = search.RootResult();
  EXPECT_EQ(result.best, result.moves[0]);
  const std::vector<Move> moves(result.moves.begin(), result.moves.begin() + 3);
  std::vector<int> counts(3);
  for (int i = 0; i < 2000; ++i) {
    const auto place = std::ranges::find(moves, search.ChooseMove());
    ++counts.at(static_cast<size_t>(place - moves.begin()));
  }
  // The record keeps all visits.
  EXPECT_TRUE(std::ranges::equal(search.RootResult().visits, result.visits));
  EXPECT_TRUE(std::ranges::equal(search.RootResult().policy, result.policy));
  return counts;
}

TEST(Search, MovesThatAreWorseByMoreThanWithinAreNotPlayed) {
  const std::vector<int> all = ChoicesWithin(2);
  for (const int count : all) EXPECT_GT(count, 50);
  const std::vector<int> near = ChoicesWithin(0.2f);
  EXPECT_GT(near[0], 200);
  EXPECT_GT(near[1], 200);
  EXPECT_EQ(near[2], 0);
  EXPECT_EQ(ChoicesWithin(0.05f)[0], 2000);
  EXPECT_EQ(ChoicesWithin(0)[0], 2000);
}

TEST(Search, AGameThatIsOverHasNoLeaves) {
  Game game(OpenRules("linnaeus"));
  game.Resign(Side::kAttackers);
  Search search({}, game, 1);
  search.Start({.visits = 10});
  EXPECT_EQ(search.SelectLeaf(), nullptr);
  EXPECT_TRUE(search.RootResult().moves.empty());
}

}  // namespace
}  // namespace raichi
