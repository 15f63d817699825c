#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "mcts/evaluators/plain_evaluators.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

Evaluation EvaluateGame(Evaluator* evaluator, const Game& game) {
  MoveList moves;
  game.LegalMoves(&moves);
  const LeafRequest leaf{&game, {moves.data(), moves.size()}};
  Evaluation evaluation;
  evaluator->Evaluate({&leaf, 1}, {&evaluation, 1});
  return evaluation;
}

void ExpectSound(const Evaluation& evaluation, size_t num_moves) {
  ASSERT_EQ(evaluation.priors.size(), num_moves);
  EXPECT_NEAR(std::accumulate(evaluation.priors.begin(), evaluation.priors.end(), 0.0f), 1, 1e-4);
  EXPECT_NEAR(evaluation.win + evaluation.draw + evaluation.loss, 1, 1e-5);
  EXPECT_GE(evaluation.win, 0);
  EXPECT_GE(evaluation.draw, 0);
  EXPECT_GE(evaluation.loss, -1e-6f);
  EXPECT_GE(evaluation.moves_left, 0);
}

TEST(Evaluators, AreSoundOnEveryVariant) {
  UniformEvaluator uniform;
  FakeEvaluator fake(1);
  PlayoutEvaluator playouts({.playouts = 3});
  for (const std::string& name : VariantNames()) {
    Game game(OpenRules(name));
    PlayRandomly(10, 3, &game);
    if (game.IsOver()) continue;
    const size_t moves = CountMoves(game.rules(), game.position());
    ExpectSound(EvaluateGame(&uniform, game), moves);
    ExpectSound(EvaluateGame(&fake, game), moves);
    ExpectSound(EvaluateGame(&playouts, game), moves);
  }
}

TEST(FakeEvaluator, TellsPositionsAndSeedsApart) {
  const Game start(OpenRules("linnaeus"));
  Game later = start;
  PlayRandomly(1, 1, &later);
  FakeEvaluator one(1), two(2);
  EXPECT_EQ(EvaluateGame(&one, start).priors, EvaluateGame(&one, start).priors);
  EXPECT_NE(EvaluateGame(&one, start).win, EvaluateGame(&one, later).win);
  EXPECT_NE(EvaluateGame(&one, start).win, EvaluateGame(&two, start).win);
}

TEST(PlayoutEvaluator, DependsOnSeedAndPositionAlone) {
  const Game start(OpenRules("linnaeus"));
  PlayoutEvaluator one({.playouts = 20, .seed = 1}), two({.playouts = 20, .seed = 2});
  const Evaluation first = EvaluateGame(&one, start);
  EvaluateGame(&two, start);
  const Evaluation again = EvaluateGame(&one, start);
  EXPECT_EQ(first.win, again.win);
  EXPECT_EQ(first.moves_left, again.moves_left);
  EXPECT_NE(first.moves_left, EvaluateGame(&two, start).moves_left);
}

TEST(PlayoutEvaluator, PriorsDoNotFollowTheOrderOfTheMoves) {
  Game game(OpenRules("linnaeus"));
  PlayoutEvaluator playouts({});
  std::set<size_t> best;
  for (int i = 0; i < 8; ++i) {
    PlayRandomly(1, static_cast<uint64_t>(i), &game);
    const std::vector<float> priors = EvaluateGame(&playouts, game).priors;
    const auto [least, most] = std::ranges::minmax_element(priors);
    EXPECT_GT(*most, *least);
    EXPECT_LT(*most, 1.1001f * *least);
    best.insert(static_cast<size_t>(most - priors.begin()));
  }
  EXPECT_GT(best.size(), 5u);
}

// The king stands on an open board; the attackers have a single man, far away.
TEST(PlayoutEvaluator, SeesWhoIsWinning) {
  PlayoutEvaluator playouts({.playouts = 200});
  const RulesPtr rules = OpenRules("linnaeus");
  EXPECT_GT(EvaluateGame(&playouts, GameAt(rules, "t8/9/9/9/9/9/6K2/9/9 d")).Value(), 0.9f);
  EXPECT_LT(EvaluateGame(&playouts, GameAt(rules, "t8/9/9/9/9/9/6K2/9/9 a")).Value(), -0.9f);
}

TEST(PlayoutEvaluator, LongPlayoutsAreDraws) {
  PlayoutEvaluator playouts({.playouts = 10, .max_plies = 2});
  const Evaluation evaluation = EvaluateGame(&playouts, Game(OpenRules("linnaeus")));
  EXPECT_FLOAT_EQ(evaluation.draw, 1);
  EXPECT_FLOAT_EQ(evaluation.moves_left, 2);
}

}  // namespace
}  // namespace raichi
