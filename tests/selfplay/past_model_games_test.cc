// Games between the newest model and an earlier one.

#include <gtest/gtest.h>

#include "mcts/evaluators/plain_evaluators.h"
#include "tests/selfplay/evaluators.h"
#include "tests/selfplay/slot_games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

class PastModelTest : public testing::Test {
 protected:
  PastModelTest() {
    setup_.config.full_search_fraction = 1;
    setup_.config.search.reuse_tree = false;
    setup_.config.search.prove = false;
    setup_.config.max_plies = 12;
  }
  GameRecord Play(Side past_side) {
    GameSlot slot(&setup_);
    const GameTicket ticket{
        .id = 1, .model = "000005", .past_model = "000002", .past_side = past_side};
    return PlayGame(&slot, ticket, {&newest_, &past_}).record;
  }

  SelfPlaySetup setup_ = SmallSetup("tawlbwrdd");
  FakeEvaluator fake_{1};
  PessimistAbout pessimist_{Side::kDefenders};
  CountingEvaluator newest_{&fake_}, past_{&pessimist_};
};

TEST_F(PastModelTest, PlaysOneSideWithFastSearchesThatAreNoTargets) {
  const GameRecord record = Play(Side::kDefenders);
  EXPECT_EQ(record.attackers, "000005");
  EXPECT_EQ(record.defenders, "000002");
  ASSERT_EQ(record.turns.size(), 12u);
  for (size_t ply = 0; ply < 12; ++ply) {
    const bool is_past = ply % 2 == 1;
    EXPECT_EQ(record.turns[ply].full_search, !is_past);
    EXPECT_EQ(VisitsOf(record.turns[ply]), is_past ? 6u : 20u);
    EXPECT_EQ(record.turns[ply].raw_value == -1, is_past);
  }
  EXPECT_NO_THROW(CheckRecord(record, setup_.rules[0]));
  // Each search needs one evaluation more than its visits, for the root.
  EXPECT_EQ(newest_.leaves, 6u * 21);
  EXPECT_EQ(past_.leaves, 6u * 7);
  EXPECT_EQ(Play(Side::kAttackers).attackers, "000002");
}

// Each of the two models has its own tree, without visits of the other. The factor is too small to
// give either side an extra visit.
TEST_F(PastModelTest, KeepsItsTreeWhateverTheHandicap) {
  setup_.rules = {Variant("brandubh")};
  setup_.config.fast_visits = 2000;
  setup_.config.search.reuse_tree = true;
  const GameRecord even = Play(Side::kDefenders);
  const size_t leaves = past_.leaves;
  setup_.visit_factors = {{1.0001f, 1}};
  EXPECT_EQ(Play(Side::kDefenders), even);
  EXPECT_EQ(past_.leaves, 2 * leaves);
}

TEST_F(PastModelTest, ASlotPlaysGamesOfOneModelAfterwardsAsBefore) {
  GameSlot used(&setup_), fresh(&setup_);
  PlayGame(&used, {.id = 1, .model = "5", .past_model = "2"}, {&newest_, &past_});
  EXPECT_EQ(PlayGame(&used, 2, &fake_).record, PlayGame(&fresh, 2, &fake_).record);
}

TEST_F(PastModelTest, NamesGoOnByRole) {
  GameSlot slot(&setup_);
  slot.Begin({.id = 1, .model = "5", .past_model = "2", .past_side = Side::kDefenders});
  slot.Rename("5", "2");
  slot.Rename("6", "4");
  slot.Rename("7", "3");
  const GameRecord record = Finish(&slot, {&newest_, &past_}).record;
  EXPECT_EQ(record.attackers, "5-7");
  EXPECT_EQ(record.defenders, "2-3");
}

}  // namespace
}  // namespace raichi
