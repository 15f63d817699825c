#include "mcts/alphabeta/alphabeta.h"

#include <gtest/gtest.h>

#include <memory>

#include "mcts/alphabeta/move_order.h"
#include "mcts/alphabeta/tafl_evaluation.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "tests/mcts/helpers.h"
#include "tests/mcts/minimax.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

AlphaBeta::Choice ThinkAt(const Game& game, int depth) {
  AlphaBeta engine({.depth = depth, .noise = 0});
  engine.NewGame(1);
  return engine.Think(game);
}

TEST(AlphaBeta, CountsThePliesToItsWins) {
  const RulesPtr rules = OpenRules("brandubh");
  EXPECT_EQ(ThinkAt(GameAt(rules, "2K4/7/7/5t1/5TT/T4T1/4t2 d"), 3).score, AlphaBeta::kWin - 1);
  EXPECT_EQ(ThinkAt(GameAt(rules, "1t5/7/7/2K4/3T3/T1T2T1/4t2 d"), 3).score, AlphaBeta::kWin - 3);
  EXPECT_EQ(ThinkAt(GameAt(rules, "7/3t1K1/t6/t6/6t/T3t2/7 a"), 5).score, AlphaBeta::kWin - 5);
}

TEST(AlphaBeta, ARepetitionIsNoDrawWhereTheRulesAllowItWithoutLimit) {
  RuleSet set = OpenRules("linnaeus")->data();
  set.repetition.count = 0;
  const auto rules = std::make_shared<const Rules>(set);
  const Game fresh = GameAt(rules, "4t4/9/4T4/9/t1TTKTT2/9/4T4/9/4t4 a");
  Game repeated = fresh;
  for (const char* move : {"a5-a6", "g5-h5", "a6-a5", "h5-g5"}) {
    repeated.Play(ParseMove(move, 9));
  }
  ASSERT_EQ(repeated.position(), fresh.position());
  for (const int depth : {1, 2, 3}) {
    EXPECT_LT(ThinkAt(fresh, depth).score, 0);
    EXPECT_EQ(ThinkAt(repeated, depth).score, ThinkAt(fresh, depth).score);
  }
}

// If the engine says that the game is won or lost, minimax must agree.
class AlphaBetaNearALimit : public testing::TestWithParam<LimitResult> {};

TEST_P(AlphaBetaNearALimit, SaysNothingWrongOfWinsAndLosses) {
  RuleSet set = TinyRules(10);
  set.ply_limit_result = GetParam();
  set.repetition = {2, RepetitionResult::kDraw};
  const auto rules = std::make_shared<const Rules>(set);
  int decided = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    Game game(rules);
    PlayRandomly(4 + static_cast<int>(seed % 4), seed, &game);
    if (game.IsOver()) continue;
    const int score = ThinkAt(game, 6).score;
    const Proof truth = Minimax(&game);
    if (score > AlphaBeta::kWin - 100) {
      EXPECT_EQ(truth, Proof::kWin) << "seed " << seed;
    }
    if (score < 100 - AlphaBeta::kWin) {
      EXPECT_EQ(truth, Proof::kLoss) << "seed " << seed;
    }
    decided += std::abs(score) > AlphaBeta::kWin - 100;
  }
  EXPECT_GT(decided, 30);
}

INSTANTIATE_TEST_SUITE_P(All, AlphaBetaNearALimit,
                         testing::Values(LimitResult::kDraw, LimitResult::kAttackers,
                                         LimitResult::kDefenders));

TEST(AlphaBeta, DepthFourOpensInTime) {
  const AlphaBeta::Choice choice = ThinkAt(Game(OpenRules("linnaeus")), 4);
  EXPECT_GT(choice.nodes, 500u);
  EXPECT_LT(choice.nodes, 1'000'000u);
}

TEST(AlphaBeta, WhenStoppedAnswersByWhatCameToItsEnd) {
  const Game game(OpenRules("linnaeus"));
  AlphaBeta engine({.depth = 4, .noise = 0});
  engine.NewGame(1);
  const AlphaBeta::Choice first = engine.Think(game, [] { return true; });
  EXPECT_EQ(first.move, ThinkAt(game, 1).move);
  int looks = 0;
  engine.NewGame(1);
  const AlphaBeta::Choice later = engine.Think(game, [&looks] { return ++looks == 20; });
  EXPECT_EQ(looks, 20);
  EXPECT_TRUE(game.IsLegal(later.move));
  engine.NewGame(1);
  EXPECT_EQ(engine.Think(game, [] { return false; }).move, ThinkAt(game, 4).move);
}

TEST(AlphaBeta, IsDeterministicForASeed) {
  Game game(OpenRules("linnaeus"));
  PlayRandomly(12, 4, &game);
  AlphaBeta a({.depth = 3}), b({.depth = 3});
  a.NewGame(5);
  b.NewGame(9);
  b.Think(game);
  b.NewGame(5);
  const AlphaBeta::Choice one = a.Think(game), two = b.Think(game);
  EXPECT_EQ(one.move, two.move);
  EXPECT_EQ(one.score, two.score);
  EXPECT_EQ(one.nodes, two.nodes);
}

TEST(TaflEvaluation, IsTheSameUnderSymmetry) {
  for (const std::string& name : VariantNames()) {
    const RulesPtr rules = OpenRules(name);
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Game game(rules);
      PlayRandomly(static_cast<int>(seed), seed, &game);
      if (game.IsOver()) continue;
      const int score = EvaluateTafl(*rules, game.position());
      for (const Symmetry symmetry : SymmetriesOf(*rules)) {
        EXPECT_EQ(EvaluateTafl(*rules, symmetry(game.position(), *rules)), score) << name;
      }
    }
  }
}

TEST(TaflEvaluation, LikesMenAndRoads) {
  const RulesPtr rules = OpenRules("linnaeus");
  const auto score = [&](const char* text) {
    return EvaluateTafl(*rules, ParsePosition(*rules, text));
  };
  const char* start = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d";
  EXPECT_LT(score("3ttt3/4t4/9/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d"), score(start));
  EXPECT_GT(score("3t1t3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d"), score(start));
  // Two open roads are nearly a win even with the attackers to move.
  EXPECT_LT(score("3ttt3/4t4/9/2K5t/tt5tt/t7t/9/4t4/3ttt3 a"), -500);
}

TEST(SeemsToCapture, KnowsMenAndSpecialSquaresBehind) {
  const RulesPtr rules = OpenRules("linnaeus");
  const auto seems = [&](const char* position, const char* move) {
    return SeemsToCapture(*rules, ParsePosition(*rules, position), ParseMove(move, 9));
  };
  EXPECT_TRUE(seems("9/1K7/9/9/9/9/t1Tt5/9/9 a", "a3-b3"));
  EXPECT_FALSE(seems("9/1K7/9/9/9/9/t1T1t4/9/9 a", "a3-b3"));
  EXPECT_TRUE(seems("9/1K7/9/9/3T5/9/9/9/2t6 a", "c1-c5"));
}

}  // namespace
}  // namespace raichi
