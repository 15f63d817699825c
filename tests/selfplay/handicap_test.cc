#include <gmock/gmock.h>

#include "mcts/evaluators/plain_evaluators.h"
#include "selfplay/play/game_slot.h"
#include "selfplay/play/selfplay_config.h"
#include "tests/selfplay/evaluators.h"
#include "tests/selfplay/slot_games.h"

namespace raichi {
namespace {

GameRecord Ended(Result result) {
  GameRecord record;
  record.result = result;
  return record;
}

TEST(OutcomeBalance, IsTheShareOfTheLastDecisiveGames) {
  OutcomeBalance balance(4);
  EXPECT_EQ(balance.AttackersShare(), 0.5);
  balance.Add(Ended(Result::kAttackersWin));
  EXPECT_EQ(balance.AttackersShare(), (1 + 1.5) / 4);  // Three games are missing.
  balance.Add(Ended(Result::kDraw));
  GameRecord between_models = Ended(Result::kDefendersWin);
  between_models.defenders = "000003";
  balance.Add(between_models);
  EXPECT_EQ(balance.AttackersShare(), (1 + 1.5) / 4);
  for (int i = 0; i < 3; ++i) balance.Add(Ended(Result::kDefendersWin));
  EXPECT_EQ(balance.AttackersShare(), 0.25);
  balance.Add(Ended(Result::kDefendersWin));  // Drops the first game.
  EXPECT_EQ(balance.AttackersShare(), 0);
}

// At the start of a run, a share of 80 % for the defenders, halfway from 60 % to 100 %, gives the
// attackers half of the three extra multiples of their visits.
TEST(VisitFactors, GrowWithTheShareAndFadeWithTheGames) {
  const HandicapConfig config{.max_factor = 4, .from_share = 0.6f, .until_games = 1000};
  const auto factors = [&](double attackers_share, double games) {
    const auto [attackers, defenders] = VisitFactors(config, attackers_share, games);
    return std::pair(attackers, defenders);
  };
  const auto near = [](float a, float b) {
    return testing::Pair(testing::FloatNear(a, 1e-5f), testing::FloatNear(b, 1e-5f));
  };
  EXPECT_THAT(factors(0.2, 0), near(2.5f, 1));
  EXPECT_THAT(factors(0.2, 500), near(1.75f, 1));
  EXPECT_THAT(factors(0.2, 1000), near(1, 1));
  EXPECT_THAT(factors(0.2, 5000), near(1, 1));
  EXPECT_THAT(factors(0.0, 0), near(4, 1));
  EXPECT_THAT(factors(1.0, 0), near(1, 4));
  EXPECT_THAT(factors(0.9, 0), near(1, 3.25f));
  EXPECT_THAT(factors(0.41, 0), near(1, 1));
  EXPECT_THAT(factors(0.5, 0), near(1, 1));
}

TEST(VisitFactors, AreOneByDefault) {
  EXPECT_THAT(VisitFactors({}, 0, 0), testing::ElementsAre(1, 1));
}

/// Returns a setup in which each search has exactly the visits of its budget.
SelfPlaySetup SetupOfExactBudgets() {
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.search.reuse_tree = false;
  setup.config.search.prove = false;
  setup.config.full_search_fraction = 0.5f;
  setup.config.max_plies = 20;
  return setup;
}

TEST(GameSlotTest, VisitFactorsScaleTheBudgetsOfASide) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SetupOfExactBudgets();
  setup.visit_factors = {{2.5f, 1}};
  GameSlot slot(&setup);
  const GameRecord record = PlayGame(&slot, 0, &evaluator).record;
  for (size_t ply = 0; ply < record.turns.size(); ++ply) {
    const TurnRecord& turn = record.turns[ply];
    const bool is_attackers = ply % 2 == 0;
    EXPECT_EQ(VisitsOf(turn),
              turn.full_search ? (is_attackers ? 50u : 20u) : (is_attackers ? 15u : 6u));
  }
}

// Extra visits that a handicap gives one side are not kept for the other side, because they would
// count towards its budget.
TEST(GameSlotTest, VisitFactorsHelpTheirSideAlone) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.search.prove = false;
  setup.config.max_plies = 20;
  setup.visit_factors = {{10, 1}};
  GameSlot slot(&setup);
  for (uint64_t id = 0; id < 10; ++id) {
    const GameRecord record = PlayGame(&slot, id, &evaluator).record;
    for (size_t ply = 1; ply < record.turns.size(); ply += 2) {
      const TurnRecord& turn = record.turns[ply];
      EXPECT_EQ(VisitsOf(turn), turn.full_search ? 20u : 6u);
    }
  }
}

// Searching everything anew would cost more evaluations than a mild handicap does.
TEST(GameSlotTest, AMildHandicapKeepsTheTree) {
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.search.prove = false;
  setup.config.max_plies = 20;
  const auto evaluations = [&](float factor) {
    FakeEvaluator fake(1);
    CountingEvaluator evaluator(&fake);
    setup.visit_factors = {{factor, 1}};
    GameSlot slot(&setup);
    for (uint64_t id = 0; id < 10; ++id) PlayGame(&slot, id, &evaluator);
    return static_cast<double>(evaluator.leaves);
  };
  const double none = evaluations(1), mild = evaluations(1.4f), large = evaluations(1.6f);
  EXPECT_LT(mild, 1.3 * none);
  EXPECT_GT(large, 1.2 * mild);
}

}  // namespace
}  // namespace raichi
