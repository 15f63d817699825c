#include "selfplay/play/restarts.h"

#include <gmock/gmock.h>

#include <map>

#include "rules/notation.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::SizeIs;

/// Returns a game of four random plies, won by the attackers. All turns but the second are full
/// searches. The regrets are 1.5, none, 0 and 0.5.
GameRecord SmallGame(uint64_t id = 0) {
  GameRecord record = RandomRecord("brandubh", id, 4);
  record.result = Result::kAttackersWin;
  record.reason = Reason::kResigned;
  const std::array<float, 4> values = {-0.5f, 1, 1, -0.5f};
  for (size_t ply = 0; ply < 4; ++ply) {
    record.turns[ply].root_value = values[ply];
    record.turns[ply].full_search = ply != 1;
  }
  return record;
}

std::string PositionAt(const GameRecord& record, int ply, const RulesPtr& rules) {
  Game game = StartOf(record, rules);
  for (int i = 0; i < ply; ++i) game.Play(record.turns[static_cast<size_t>(i)].move);
  return ToString(*rules, game.position());
}

class RestartsTest : public testing::Test {
 protected:
  RestartBuffer Buffer(int capacity) {
    return RestartBuffer({.fraction = 1, .capacity = capacity}, rules_);
  }
  std::vector<RulesPtr> rules_ = {Variant("linnaeus"), Variant("brandubh")};
  Rng rng_{1};
};

TEST_F(RestartsTest, RegretIsTheValuesDistanceFromTheOutcome) {
  GameRecord record = SmallGame();
  EXPECT_EQ(RegretOf(record, 0, Side::kAttackers), 1.5);
  EXPECT_EQ(RegretOf(record, 2, Side::kAttackers), 0);
  EXPECT_EQ(RegretOf(record, 3, Side::kDefenders), 0.5);
  record.result = Result::kDraw;
  EXPECT_EQ(RegretOf(record, 0, Side::kAttackers), 0.5);
  EXPECT_EQ(RegretOf(record, 2, Side::kAttackers), 1);
}

TEST_F(RestartsTest, AGamesPositionIsDrawnInProportionToRegret) {
  const GameRecord record = SmallGame();
  std::map<std::string, int> drawn;
  for (int i = 0; i < 4000; ++i) {
    RestartBuffer buffer = Buffer(10);
    buffer.Add(record, &rng_);
    const auto start = buffer.Take(&rng_);
    ASSERT_TRUE(start);
    EXPECT_EQ(start->rules, 1u);
    ++drawn[start->position];
  }
  EXPECT_THAT(drawn, SizeIs(2));
  EXPECT_NEAR(drawn[PositionAt(record, 0, rules_[1])], 3000, 120);
  EXPECT_NEAR(drawn[PositionAt(record, 3, rules_[1])], 1000, 120);
}

TEST_F(RestartsTest, PositionsAreTakenInProportionToRegretAndOnce) {
  std::array<GameRecord, 2> games = {SmallGame(1), SmallGame(2)};
  // Leaves only the last turns as candidates, with regrets 0.5 and 1.5.
  for (GameRecord& game : games) {
    for (size_t ply = 0; ply < 3; ++ply) game.turns[ply].full_search = false;
  }
  games[1].turns[3].root_value = 0.5f;
  const std::string second = PositionAt(games[1], 3, rules_[1]);
  int second_first = 0;
  for (int i = 0; i < 4000; ++i) {
    RestartBuffer buffer = Buffer(10);
    for (const GameRecord& game : games) buffer.Add(game, &rng_);
    const auto first = buffer.Take(&rng_);
    EXPECT_NE(first->position, buffer.Take(&rng_)->position);
    EXPECT_FALSE(buffer.Take(&rng_));
    second_first += first->position == second ? 1 : 0;
  }
  EXPECT_NEAR(second_first, 3000, 120);
}

TEST_F(RestartsTest, OnlyTheNewestAreKept) {
  RestartBuffer buffer = Buffer(3);
  for (uint64_t id = 0; id < 5; ++id) buffer.Add(SmallGame(id), &rng_);
  EXPECT_THAT(buffer, SizeIs(3));
}

TEST_F(RestartsTest, GamesWithoutRegretOrByOtherRulesAreNot) {
  RestartBuffer buffer = Buffer(3);
  GameRecord right = SmallGame();
  for (size_t ply : {0, 3}) right.turns[ply].full_search = false;
  buffer.Add(right, &rng_);
  buffer.Add(RandomRecord("fetlar", 1, 4), &rng_);
  EXPECT_THAT(buffer, SizeIs(0));
}

}  // namespace
}  // namespace raichi
