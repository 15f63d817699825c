// Checks proofs against plain minimax.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "mcts/search/tree.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"
#include "tests/mcts/minimax.h"

namespace raichi {
namespace {

struct ForcedWin {
  const char* rules;
  int plies;
  const char* position;
};

class ForcedWins : public testing::TestWithParam<ForcedWin> {};

/// Checks that the win is found, proven, and won against any defence in the promised number of
/// plies.
void CheckForcedWin(const ForcedWin& p, int in_flight) {
  Game game = GameAt(OpenRules(p.rules), p.position);
  ASSERT_EQ(ForcedWinPlies(&game, p.plies), p.plies) << "the position is not what the test says";
  const Side winner = game.to_move();
  UniformEvaluator evaluator;
  Search search({}, game, 1);
  Rng rng(7);
  int plies = 0;
  while (!search.game().IsOver()) {
    if (search.game().to_move() == winner) {
      Think(&search, &evaluator, {.visits = 100'000, .in_flight = in_flight});
      const SearchResult result = search.RootResult();
      ASSERT_EQ(result.proof, Proof::kWin);
      EXPECT_EQ(result.value, 1);
      if (plies == 0) plies = result.plies_to_end;
      EXPECT_LE(result.plies_to_end, plies);
      EXPECT_EQ(search.ChooseMove(), result.best);
      search.Play(result.best);
    } else {
      MoveList moves;
      search.game().LegalMoves(&moves);
      search.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
    }
    --plies;
  }
  EXPECT_EQ(search.game().result(), WinFor(winner));
  EXPECT_GE(plies, 0);
}

TEST_P(ForcedWins, AreProvenAndPlayed) { CheckForcedWin(GetParam(), 1); }
TEST_P(ForcedWins, AreProvenWithManyLeavesInFlight) { CheckForcedWin(GetParam(), 32); }

INSTANTIATE_TEST_SUITE_P(
    All, ForcedWins,
    testing::Values(
        ForcedWin{"linnaeus", 3, "t7t/3tt4/4T4/t1T1T1Ttt/tt4K1t/1t1TT1T1t/3T5/t8/2t4tt d"},
        ForcedWin{"linnaeus", 5, "t4t1t1/1t7/4TT3/tt1T4t/2tK1Tt2/1t1TT1T2/9/4tt3/tt5t1 d"},
        ForcedWin{"linnaeus", 5, "t2t3T1/1t1tt4/1T1T5/1T2Tt2t/3T3T1/6t2/6K1t/t5tt1/1t2tt3 a"},
        ForcedWin{"brandubh", 1, "2K4/7/7/5t1/5TT/T4T1/4t2 d"},
        ForcedWin{"brandubh", 1, "2Tt3/K1t4/1t5/T6/7/5t1/7 a"},
        ForcedWin{"brandubh", 3, "1t5/7/7/2K4/3T3/T1T2T1/4t2 d"},
        ForcedWin{"brandubh", 3, "7/3t3/3K3/5T1/4TT1/3T3/5t1 d"},
        ForcedWin{"brandubh", 3, "7/2tt1K1/7/5tt/7/4T2/7 a"},
        ForcedWin{"brandubh", 3, "3t3/2t4/t2t3/7/1t3t1/1K5/7 a"},
        ForcedWin{"brandubh", 5, "5T1/2t4/1K2t2/7/3t1T1/t6/7 d"},
        ForcedWin{"brandubh", 5, "7/t6/7/T4Kt/5T1/7/4tt1 d"},
        ForcedWin{"brandubh", 5, "7/1K5/3t3/t3t2/1T5/t6/2t4 a"},
        ForcedWin{"brandubh", 5, "7/3t1K1/t6/t6/6t/T3t2/7 a"}));

/// Searches until the root is proven and compares the result with minimax.
void CheckAgainstMinimax(const RulesPtr& rules, int plies, uint64_t seed,
                         std::array<int, 4>* seen) {
  Game game(rules);
  PlayRandomly(plies, seed, &game);
  if (game.IsOver()) return;
  const Proof truth = Minimax(&game);
  UniformEvaluator evaluator;
  Search search({}, game, seed);
  for (int i = 0; i < 50 && search.RootResult().proof == Proof::kNone; ++i) {
    Think(&search, &evaluator, {.visits = 4000 * (i + 1)});
  }
  const SearchResult result = search.RootResult();
  ASSERT_EQ(result.proof, truth) << ToString(*rules, game.position()) << " seed " << seed;
  ++(*seen)[static_cast<size_t>(truth)];
  // Every proof of a single move must agree as well.
  for (size_t i = 0; i < result.moves.size(); ++i) {
    if (result.proofs[i] == Proof::kNone) continue;
    game.Play(result.moves[i]);
    EXPECT_EQ(ForOpponent(Minimax(&game)), result.proofs[i]) << ToString(result.moves[i]);
    game.TakeBack();
  }
  game.Play(result.best);
  EXPECT_EQ(ForOpponent(Minimax(&game)), truth) << "the best move does not keep the result";
}

TEST(Proof, EqualsMinimaxOnSmallBoards) {
  std::array<int, 4> seen = {};
  for (const RepetitionResult repetition :
       {RepetitionResult::kDraw, RepetitionResult::kMoverLoses, RepetitionResult::kDefendersLose,
        RepetitionResult::kIllegal}) {
    RuleSet set = TinyRules(10);
    set.repetition = {2, repetition};
    const auto rules = std::make_shared<const Rules>(set);
    for (uint64_t seed = 0; seed < 40; ++seed) {
      ASSERT_NO_FATAL_FAILURE(
          CheckAgainstMinimax(rules, 5 + static_cast<int>(seed % 5), seed, &seen));
    }
  }
  for (const Proof proof : {Proof::kWin, Proof::kDraw, Proof::kLoss}) {
    EXPECT_GT(seen[static_cast<size_t>(proof)], 10) << ValueOf(proof);
  }
}

TEST(Proof, EqualsMinimaxByBrandubhsRules) {
  RuleSet set = OpenRules("brandubh")->data();
  set.setup = "7/3t3/3T3/1t1K1t1/7/3t3/7";
  set.ply_limit = 8;
  const auto rules = std::make_shared<const Rules>(set);
  std::array<int, 4> seen = {};
  for (uint64_t seed = 0; seed < 60; ++seed) {
    ASSERT_NO_FATAL_FAILURE(CheckAgainstMinimax(rules, 5, seed, &seen));
  }
  EXPECT_GT(seen[static_cast<size_t>(Proof::kWin)], 5);
}

TEST(Proof, AProvenRootHasItsBudgetOnItsBestMove) {
  UniformEvaluator evaluator;
  Search search({}, GameAt(OpenRules("linnaeus"), "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d"), 1);
  EXPECT_EQ(Think(&search, &evaluator, {.visits = 50}), 0) << "a win needs no evaluation";
  const SearchResult result = search.RootResult();
  EXPECT_EQ(result.plies_to_end, 1);
  EXPECT_EQ(result.raw_value, 1);
  for (size_t i = 0; i < result.moves.size(); ++i) {
    EXPECT_EQ(result.visits[i], result.moves[i] == result.best ? 50u : 0u);
  }
}

/// Checks that moves proven to lose have no visits and are not played. Returns their number.
int CheckRefutedMoves(Search* search, uint32_t visits) {
  const SearchResult result = search->RootResult();
  uint32_t sum = 0;
  int refuted = 0;
  for (size_t i = 0; i < result.moves.size(); ++i) {
    sum += result.visits[i];
    if (result.proofs[i] != Proof::kLoss) continue;
    ++refuted;
    EXPECT_EQ(result.visits[i], 0u);
  }
  EXPECT_EQ(sum, visits);
  for (int i = 0; i < 20; ++i) {
    const auto at = std::find(result.moves.begin(), result.moves.end(), search->ChooseMove());
    EXPECT_NE(result.proofs[static_cast<size_t>(at - result.moves.begin())], Proof::kLoss);
  }
  return refuted;
}

// In raichi (one open road for the king) the attackers must close the road; most other moves lose
// at once.
TEST(Proof, RefutedMovesGiveTheirVisitsBack) {
  UniformEvaluator evaluator;
  int positions = 0, refuted = 0;
  for (uint64_t seed = 0; positions < 20; ++seed) {
    ASSERT_LT(seed, 5000u);
    Game game(OpenRules("linnaeus"));
    PlayRandomly(16, seed, &game);
    if (game.IsOver() || KingRoads(game.rules(), game.position()) != 1) continue;
    Search search({}, game, seed);
    Think(&search, &evaluator, {.visits = 200});
    if (search.RootResult().proof != Proof::kNone) continue;
    ++positions;
    refuted += CheckRefutedMoves(&search, 200);
  }
  EXPECT_GT(refuted, 20 * 30);
}

TEST(Proof, WithoutProofsNothingIsProven) {
  FakeEvaluator evaluator(1);
  SearchConfig config;
  config.prove = false;
  Search search(config, GameAt(OpenRules("linnaeus"), "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d"), 1);
  Think(&search, &evaluator, {.visits = 300});
  const SearchResult result = search.RootResult();
  EXPECT_EQ(result.proof, Proof::kNone);
  uint32_t sum = 0;
  for (const uint32_t visits : result.visits) sum += visits;
  EXPECT_EQ(sum, 300u);
  EXPECT_EQ(result.best.to(), Square(9, 4)) << "its value shows all the same";
}

}  // namespace
}  // namespace raichi
