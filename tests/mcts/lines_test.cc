// Tests the best lines of a search: their order, their numbers and their variations.

#include "mcts/search/lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "mcts/evaluators/plain_evaluators.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

constexpr int kAll = 1000;

Search Searched(const Game& game, const SearchBudget& budget, const SearchConfig& config = {}) {
  FakeEvaluator evaluator(3);
  Search search(config, game, 1);
  Think(&search, &evaluator, budget);
  return search;
}

/// Checks that every variation is legal from the root and begins with its line's move.
void CheckVariations(const Search& search, const std::vector<Line>& lines) {
  for (const Line& line : lines) {
    Game game = search.game();
    ASSERT_FALSE(line.moves.empty());
    EXPECT_EQ(line.moves.front(), line.move);
    for (const Move move : line.moves) {
      ASSERT_TRUE(game.IsLegal(move)) << ToString(move);
      game.Play(move);
    }
    if (line.proof != Proof::kNone) {
      EXPECT_TRUE(game.IsOver()) << ToString(line.move);
    }
  }
}

TEST(Lines, AreTheRootsMovesInTheOrderOfPreference) {
  const Search search = Searched(Game(OpenRules("linnaeus")), {.visits = 400});
  const SearchResult result = search.RootResult();
  const std::vector<Line> lines = BestLines(search, kAll);
  ASSERT_GT(lines.size(), 5u);
  EXPECT_EQ(lines.front().move, result.best);
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto at = std::ranges::find(result.moves, lines[i].move) - result.moves.begin();
    EXPECT_EQ(lines[i].visits, result.visits[static_cast<size_t>(at)]);
    EXPECT_EQ(lines[i].value, result.values[static_cast<size_t>(at)]);
    EXPECT_GE(lines[i].draw, 0);
    EXPECT_GT(lines[i].moves_left, 1);
    if (i > 0) {
      EXPECT_LE(lines[i].visits, lines[i - 1].visits);
    }
  }
  CheckVariations(search, lines);
}

TEST(Lines, AreAsManyAsAskedFor) {
  const Search search = Searched(Game(OpenRules("linnaeus")), {.visits = 400});
  const std::vector<Line> all = BestLines(search, kAll), few = BestLines(search, 3);
  ASSERT_EQ(few.size(), 3u);
  for (size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].moves, all[i].moves);
  EXPECT_TRUE(BestLines(search, 0).empty());
}

TEST(Lines, FollowTheMostVisitedMoves) {
  const Search search = Searched(Game(OpenRules("brandubh")), {.visits = 2000});
  const Line line = BestLines(search, 1).front();
  ASSERT_GT(line.moves.size(), 2u);
  const Tree& tree = search.tree();
  const Node* node = &tree.root();
  for (const Move move : line.moves) {
    const auto visited = tree.EdgesOf(*node).first(node->num_visited);
    const auto edge = std::ranges::find(visited, move, &Edge::move);
    ASSERT_NE(edge, visited.end());
    for (const Edge& other : visited) {
      if (tree.ChildOf(other).proof != Proof::kNone) continue;
      EXPECT_LE(tree.ChildOf(other).visits, tree.ChildOf(*edge).visits);
    }
    node = &tree.ChildOf(*edge);
  }
}

/// Ties in visits and value must be broken in the same way as in the search.
TEST(Lines, BeginWithTheBestMoveAlsoAmongEquals) {
  for (const int visits : {2, 3, 10, 50, 500}) {
    UniformEvaluator evaluator;
    Search search({}, Game(OpenRules("linnaeus")), 1);
    Think(&search, &evaluator, {.visits = visits});
    EXPECT_EQ(BestLines(search, 1).front().move, search.RootResult().best) << visits;
  }
}

TEST(Lines, AreNoneBeforeTheFirstEvaluationAndTheLikeliestMoveAfterIt) {
  Search search({}, Game(OpenRules("linnaeus")), 1);
  EXPECT_TRUE(BestLines(search, 3).empty());
  FakeEvaluator evaluator(3);
  Think(&search, &evaluator, {.visits = 0});
  const std::vector<Line> lines = BestLines(search, 3);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].move, search.RootResult().best);
  EXPECT_EQ(lines[0].visits, 0u);
  EXPECT_EQ(lines[0].value, search.RootResult().value);
}

TEST(Lines, LeaveMovesOutThatWaitForTheirEvaluation) {
  FakeEvaluator evaluator(3);
  SearchConfig config;
  config.visits_per_leaf = 0;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 20});
  search.Start({.visits = 60, .in_flight = 16});
  ASSERT_FALSE(search.SelectLeaves().empty());
  const std::vector<Line> lines = BestLines(search, kAll);
  for (const Line& line : lines) EXPECT_GT(line.visits, 0u);
  CheckVariations(search, lines);
}

TEST(Lines, GoOnToTheEndWhereAWinIsProven) {
  const RulesPtr rules = OpenRules("brandubh");
  for (const int plies : {1, 3, 5}) {
    const char* position = plies == 1   ? "2K4/7/7/5t1/5TT/T4T1/4t2 d"
                           : plies == 3 ? "1t5/7/7/2K4/3T3/T1T2T1/4t2 d"
                                        : "5T1/2t4/1K2t2/7/3t1T1/t6/7 d";
    const Search search = Searched(GameAt(rules, position), {.visits = 20'000});
    const std::vector<Line> lines = BestLines(search, kAll);
    const Line& best = lines.front();
    EXPECT_EQ(best.proof, Proof::kWin);
    EXPECT_EQ(best.plies_to_end, plies);
    EXPECT_EQ(best.value, 1);
    EXPECT_EQ(static_cast<int>(best.moves.size()), plies) << "the shortest win, the best defence";
    CheckVariations(search, lines);
  }
}

/// `Play` drops what the search knew below moves that lose.
TEST(Lines, EndWhereTheTreeWasCut) {
  const RulesPtr rules = OpenRules("brandubh");
  int cut = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    PlayoutEvaluator evaluator({.seed = seed});
    Search search({}, GameAt(rules, "6T/2t4/1K2t2/7/3t1T1/t6/7 d"), 1);
    Think(&search, &evaluator, {.visits = 6000});
    search.Play(ParseLegalMove(search.game(), "f3-f7"));
    Think(&search, &evaluator, {.visits = 300});
    for (const Line& line : BestLines(search, kAll)) {
      Game game = search.game();
      for (const Move move : line.moves) {
        ASSERT_TRUE(game.IsLegal(move)) << ToString(line.move) << " " << ToString(move);
        game.Play(move);
      }
      cut += line.proof != Proof::kNone && !game.IsOver();
    }
  }
  EXPECT_GT(cut, 0);
}

/// In raichi (one open road for the king) the attackers must close the road; only moves that do so
/// do not lose at once.
TEST(Lines, PutMovesLastThatAreProvenToLose) {
  const Game game = GameAt(OpenRules("linnaeus"), "9/9/9/9/4t4/2t1K4/9/4t4/3t5 a");
  const std::vector<Line> lines = BestLines(Searched(game, {.visits = 500}), kAll);
  ASSERT_GT(lines.size(), 2u);
  EXPECT_EQ(lines.back().proof, Proof::kLoss);
  EXPECT_EQ(lines.back().plies_to_end, 2);
  EXPECT_EQ(lines.back().value, -1);
  EXPECT_EQ(lines.back().moves.size(), 2u) << "the move, and the king's last step";
}

TEST(Lines, SayNothingOfProofsThatDoNotCount) {
  SearchConfig config;
  config.prove = false;
  const Game game = GameAt(OpenRules("linnaeus"), "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d");
  for (const Line& line : BestLines(Searched(game, {.visits = 300}, config), kAll)) {
    EXPECT_EQ(line.proof, Proof::kNone);
    EXPECT_EQ(line.plies_to_end, 0);
  }
}

}  // namespace
}  // namespace raichi
