#include <gmock/gmock.h>

#include "nn/data/samples.h"
#include "tests/nn/made_games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

/// Returns TakeAndEscape with another side to begin and other turns.
GameRecord Walk(Side first, const std::vector<TurnRecord>& turns) {
  GameRecord record = TakeAndEscape();
  record.start.back() = first == Side::kAttackers ? 'a' : 'd';
  record.turns = turns;
  return record;
}

/// Returns a game of the attackers' first moves that a limit on plies cut short.
GameRecord CutShort(const std::vector<TurnRecord>& turns) {
  GameRecord record = Walk(Side::kAttackers, turns);
  record.result = Result::kDraw;
  record.reason = Reason::kPlyLimit;
  return record;
}

CompactGame Checked(const GameRecord& record) {
  CheckRecord(record, Variant("linnaeus"));
  return CompactGame(record, Variant("linnaeus"));
}

TEST(OutcomeTarget, ADrawsShareComesFromTheOutcome) {
  GameRecord record = TakeAndEscape();
  record.turns.pop_back();
  record.result = Result::kDraw;
  record.reason = Reason::kPlyLimit;
  const std::array<float, 3> target = OutcomeTarget(Checked(record), 0, Side::kAttackers, 1.0f);
  EXPECT_FLOAT_EQ(target[0], 0.5f);
  EXPECT_FLOAT_EQ(target[1], 0.5f);
  EXPECT_FLOAT_EQ(target[2], 0);
}

// With a horizon of 4 plies, the searches 1, 2 and 3 plies later have weights 1/4, 3/16 and 9/64.
// The outcome has weight 27/64, 9/16, 3/4 or 1 after three, two, one or no later searches.
constexpr double kHorizon = 4;

TEST(ShortValueTarget, TakesEachComingSearchForTheSideToMoveNow) {
  const CompactGame game =
      Checked(Walk(Side::kAttackers, {Searched("i1-i2", 0.875f), Searched("f4-f5", 0.5f),
                                      Searched("i2-i3", 0.25f), Searched("f5-f1", 0.75f)}));
  // The attackers are to move: the defenders' values 0.5 and 0.75 count negatively, and they lose.
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 0, kHorizon),
                  -0.5f / 4 + 0.25f * 3 / 16 - 0.75f * 9 / 64 - 27.0f / 64);
  // The defenders are to move: the attackers' value 0.25 counts negatively.
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 1, kHorizon), -0.25f / 4 + 0.75f * 3 / 16 + 9.0f / 16);
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 2, kHorizon), -0.75f / 4 - 3.0f / 4);
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 3, kHorizon), 1);
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 0, 1), -0.5f);  // depends on the next search only
}

TEST(ShortValueTarget, IsTheDefendersWhereTheyBegin) {
  const CompactGame game =
      Checked(Walk(Side::kDefenders,
                   {Searched("f4-f5", 0.875f), Searched("i1-i2", 0.5f), Searched("f5-f1", 0.75f)}));
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 0, kHorizon), -0.5f / 4 + 0.75f * 3 / 16 + 9.0f / 16);
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 1, kHorizon), -0.75f / 4 - 3.0f / 4);
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 2, kHorizon), 1);
}

// The players' limit on plies is not one of the rules.
TEST(OutcomeTarget, OfAGameCutShortIsWhatItsLastSearchThought) {
  const CompactGame game = Checked(CutShort({Searched("i1-i2", 0.875f), Searched("f4-f5", -0.5f)}));
  EXPECT_EQ(game.CutValue(), 0.5f);
  EXPECT_THAT(OutcomeTarget(game, 0, Side::kAttackers, 0), testing::ElementsAre(0.5f, 0.5f, 0));
  EXPECT_THAT(OutcomeTarget(game, 1, Side::kDefenders, 0), testing::ElementsAre(0, 0.5f, 0.5f));
  EXPECT_EQ(Checked(TakeAndEscape()).CutValue(), std::nullopt);
}

TEST(ShortValueTarget, OfAGameCutShortFadesIntoItsLastSearch) {
  const CompactGame game = Checked(
      CutShort({Searched("i1-i2", 0.875f), Searched("f4-f5", 0.5f), Searched("i2-i3", 0.25f)}));
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 0, kHorizon), -0.5f / 4 + 0.25f * 3 / 4);
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 1, kHorizon), -0.25f);
  EXPECT_FLOAT_EQ(ShortValueTarget(game, 2, kHorizon), 0.25f);
}

}  // namespace
}  // namespace raichi
