#include "selfplay/play/game_slot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mcts/evaluators/fake_evaluator.h"
#include "mcts/evaluators/uniform_evaluator.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/slot_games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

TEST(GameSlotTest, PlaysValidGamesOfAllVariants) {
  FakeEvaluator evaluator(1);
  for (const std::string& variant : VariantNames()) {
    const SelfPlaySetup setup = SmallSetup(variant);
    GameSlot slot(&setup);
    const GameRecord record = PlayGame(&slot, 5, &evaluator).record;
    EXPECT_NO_THROW(CheckRecord(record, setup.rules[0])) << variant;
    EXPECT_EQ(UnpackRecord(PackRecord(record)), record) << variant;
    EXPECT_EQ(record.game_id, 5u);
    EXPECT_EQ(record.run_seed, 3u);
    EXPECT_EQ(record.attackers, "m");
    EXPECT_GT(record.turns.size(), 0u);
  }
}

TEST(GameSlotTest, AGameDependsOnItsIdNotOnTheGamesBefore) {
  FakeEvaluator evaluator(1);
  const SelfPlaySetup setup = SmallSetup();
  GameSlot one(&setup), other(&setup);
  const GameRecord first = PlayGame(&one, 0, &evaluator).record;
  const GameRecord second = PlayGame(&one, 1, &evaluator).record;
  EXPECT_EQ(PlayGame(&other, 1, &evaluator).record, second);
  EXPECT_EQ(PlayGame(&other, 0, &evaluator).record, first);
  EXPECT_NE(first.turns, second.turns);
}

/// Returns the divergence of a turn's policy from equal priors of `moves` moves.
double DivergenceFromUniform(const TurnRecord& turn, int moves) {
  double divergence = std::log(moves);
  for (const auto& [move, visits] : turn.visits) {
    const double share = static_cast<double>(visits) / static_cast<double>(VisitsOf(turn));
    divergence += share * std::log(share);
  }
  return divergence;
}

TEST(GameSlotTest, RecordsTheSurpriseOfFullSearches) {
  for (const RootRule root : {RootRule::kPuct, RootRule::kGumbel}) {
    UniformEvaluator evaluator;
    SelfPlaySetup setup = SmallSetup("tawlbwrdd");
    setup.config.full_search_fraction = 0.5f;
    setup.config.search.root = root;
    setup.config.search.reuse_tree = false;  // a kept subtree's priors are rounded
    GameSlot plain_slot(&setup);
    const GameRecord plain = PlayGame(&plain_slot, 3, &evaluator).record;
    setup.record_surprise = true;
    GameSlot slot(&setup);
    GameRecord record = PlayGame(&slot, 3, &evaluator).record;
    EXPECT_EQ(UnpackRecord(PackRecord(record)), record);
    Game game(setup.rules[0]);
    int full = 0;
    for (TurnRecord& turn : record.turns) {
      MoveList legal;
      game.LegalMoves(&legal);
      if (turn.full_search && turn.surprise) {
        const double expected = DivergenceFromUniform(turn, static_cast<int>(legal.size()));
        EXPECT_NEAR(*turn.surprise, expected, 1e-3);
        ++full;
      }
      EXPECT_TRUE(turn.full_search || !turn.surprise);
      game.Play(turn.move);
      turn.surprise.reset();
    }
    EXPECT_GT(full, 10);
    EXPECT_EQ(record, plain) << "the surprise changes nothing else";
  }
}

TEST(GameSlotTest, FullAndFastSearchesSpendTheirBudgets) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.search.reuse_tree = false;
  setup.config.search.prove = false;
  setup.config.full_search_fraction = 0.5f;
  GameSlot slot(&setup);
  size_t full = 0, turns = 0;
  for (uint64_t id = 0; id < 4; ++id) {
    for (const TurnRecord& turn : PlayGame(&slot, id, &evaluator).record.turns) {
      EXPECT_EQ(VisitsOf(turn), turn.full_search ? 20u : 6u);
      full += turn.full_search ? 1 : 0;
      ++turns;
    }
  }
  EXPECT_GT(turns, 100u);
  EXPECT_NEAR(static_cast<double>(full), 0.5 * static_cast<double>(turns),
              2 * std::sqrt(static_cast<double>(turns)));
}

TEST(GameSlotTest, FullSearchesRecordTheImprovedPolicyOfAGumbelRoot) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup();
  setup.config.search.root = RootRule::kGumbel;
  setup.config.search.prove = false;
  setup.config.full_search_fraction = 0.5f;
  GameSlot slot(&setup);
  const FinishedGame game = PlayGame(&slot, 0, &evaluator);
  EXPECT_NO_THROW(CheckRecord(game.record, setup.rules[0]));
  EXPECT_GE(game.visits, 6u * game.searched_turns);  // Visits, not the policies recorded.
  EXPECT_LT(game.visits, 40u * game.searched_turns);
  for (const TurnRecord& turn : game.record.turns) {
    EXPECT_NEAR(VisitsOf(turn), turn.full_search ? kPolicyOne : 6, turn.full_search ? 100 : 20);
  }
}

TEST(GameSlotTest, OpeningsAreRandomOfRandomLengthAndNotSearched) {
  UniformEvaluator evaluator;
  SelfPlaySetup setup = SmallSetup("linnaeus");
  setup.config.opening_random_plies = 5;
  GameSlot slot(&setup);
  std::vector<int> lengths(6);
  for (uint64_t id = 0; id < 120; ++id) {
    setup.config.max_plies = 6;
    const GameRecord record = PlayGame(&slot, id, &evaluator).record;
    size_t length = 0;
    while (length < record.turns.size() && record.turns[length].visits.empty()) ++length;
    ASSERT_LE(length, 5u);
    ++lengths[length];
    EXPECT_FALSE(length > 0 && record.turns[0].full_search);
  }
  for (const int count : lengths) EXPECT_GT(count, 5);  // 20 expected
}

TEST(GameSlotTest, LongGamesAreDrawsByPlyLimit) {
  UniformEvaluator evaluator;
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.max_plies = 3;
  GameSlot slot(&setup);
  const GameRecord record = PlayGame(&slot, 0, &evaluator).record;
  EXPECT_EQ(record.turns.size(), 3u);
  EXPECT_EQ(record.result, Result::kDraw);
  EXPECT_EQ(record.reason, Reason::kPlyLimit);
  EXPECT_NO_THROW(CheckRecord(record, setup.rules[0]));
}

TEST(GameSlotTest, GamesDrawTheirRuleSets) {
  UniformEvaluator evaluator;
  SelfPlaySetup setup = SmallSetup("linnaeus");
  setup.rules.push_back(Variant("fetlar"));
  setup.config.max_plies = 1;
  GameSlot slot(&setup);
  int fetlar = 0;
  for (uint64_t id = 0; id < 100; ++id) {
    const GameRecord record = PlayGame(&slot, id, &evaluator).record;
    const bool is_fetlar = record.rules_yaml == RecordedRules(setup.rules[1]->data());
    EXPECT_NO_THROW(CheckRecord(record, setup.rules[is_fetlar ? 1 : 0]));
    fetlar += is_fetlar ? 1 : 0;
  }
  EXPECT_NEAR(fetlar, 50, 20);
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

TEST(GameSlotTest, TheVisitShareScalesEveryBudget) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SetupOfExactBudgets();
  setup.visit_share = 0.5f;
  GameSlot slot(&setup);
  for (const TurnRecord& turn : PlayGame(&slot, 0, &evaluator).record.turns) {
    EXPECT_EQ(VisitsOf(turn), turn.full_search ? 10u : 3u);
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

TEST(GameSlotTest, AGameCanStartAtAPosition) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup("linnaeus");
  setup.rules.push_back(Variant("brandubh"));
  setup.config.opening_random_plies = 5;
  const std::string position = "3t3/3t3/3T3/ttTK1tt/3T3/3t3/3t3 d";
  GameSlot slot(&setup);
  for (uint64_t id = 0; id < 5; ++id) {
    const GameRecord record =
        PlayGame(&slot, {.id = id, .model = "m", .start = StartPoint{1, position}}, {&evaluator})
            .record;
    EXPECT_EQ(record.start, position);
    EXPECT_EQ(record.rules_yaml, RecordedRules(setup.rules[1]->data()));
    EXPECT_NO_THROW(CheckRecord(record, setup.rules[1]));
    EXPECT_FALSE(record.turns[0].visits.empty());
  }
}

}  // namespace
}  // namespace raichi
