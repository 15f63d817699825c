#include "rules/threats.h"

#include <gtest/gtest.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "tests/support/comparison.h"
#include "tests/support/made_boards.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

/// What the moves of the side to move do when they are played.
Threats ThreatsByPlaying(const Rules& rules, const Position& position) {
  Threats threats;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  for (const Move move : moves) {
    threats.stops.Add(move.to());
    Position next = position;
    const Step step = Play(rules, move, &next);
    SquareSet victims;
    for (int i = 0; i < step.num_captured; ++i) {
      victims.Add(step.captured[static_cast<size_t>(i)]);
    }
    if (step.reason == Reason::kKingCaptured) victims.Add(position.king());
    if (victims != SquareSet()) threats.captures.Add(move.to());
    threats.victims = Union(threats.victims, victims);
  }
  return threats;
}

/// Compares the threats of both sides. Counts the victims.
void ExpectThreatsOfMoves(const Rules& rules, Position position, int* victims) {
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    position.SetToMove(side);
    const Threats threats = ThreatsOf(rules, position, side);
    const Threats played = ThreatsByPlaying(rules, position);
    const std::string where = rules.data().name + ": " + ToString(rules, position);
    ASSERT_EQ(threats.stops, played.stops) << where;
    ASSERT_EQ(threats.captures, played.captures) << where;
    ASSERT_EQ(threats.victims, played.victims) << where;
    ForEachSquare(threats.victims, rules.size(), [&](Square) { ++*victims; });
  }
}

TEST(Threats, AreWhatMovesDo) {
  Rng rng(53);
  int victims = 0;
  const int rule_sets = Scaled(400);
  for (int i = 0; i < rule_sets && !HasFatalFailure(); ++i) {
    const RulesPtr rules = i % 2 == 0 ? RandomRules(&rng, [](RuleSet* r) { r->shieldwall = false; })
                                      : Variant(Pick(VariantNames(), &rng));
    if (rules->data().shieldwall) continue;
    const slow::SlowEngine engine(rules->data());
    ExpectThreatsOfMoves(*rules, ToFast(*rules, CrowdedBoard(engine, &rng)), &victims);
    Position position = rules->start();
    for (int ply = 0; ply < 60 && HasMove(*rules, position); ++ply) {
      if (Play(*rules, RandomMove(*rules, position, &rng), &position).result != Result::kOngoing) {
        break;
      }
      ExpectThreatsOfMoves(*rules, position, &victims);
    }
  }
  EXPECT_GT(victims, 10 * rule_sets);
}

TEST(Threats, Law10MakesTheThroneHostile) {
  const auto victims_with = [](std::string_view drawing) {
    Scene scene("linnaeus", Side::kAttackers, drawing);
    return ThreatsOf(scene.game().rules(), scene.game().position(), Side::kAttackers).victims;
  };
  SquareSet d5;
  d5.Add(Square(4, 5));
  EXPECT_EQ(victims_with(R"(
    .........
    .........
    .........
    ....t....
    ...TKt...
    ....t....
    .........
    ..t......
    ......... )"),
            d5);
  EXPECT_EQ(victims_with(R"(
    .........
    .........
    .........
    ....t....
    ...TKt...
    .........
    .........
    ..t......
    ......... )"),
            SquareSet());
}

TEST(Threats, RowsAreNotLookedFor) {
  Scene scene("copenhagen", Side::kAttackers, R"(
    ...........
    ...........
    ...........
    ...........
    ...........
    .....K.....
    .t.........
    ...........
    ...........
    ..tt.......
    ..TTt...... )");
  const Threats threats =
      ThreatsOf(scene.game().rules(), scene.game().position(), Side::kAttackers);
  EXPECT_TRUE(threats.stops.Has(Square(2, 1)));
  EXPECT_EQ(threats.captures, SquareSet());
  EXPECT_EQ(threats.victims, SquareSet());
  EXPECT_EQ(scene.Play("b5-b1"), "c1 d1");
}

}  // namespace
}  // namespace raichi
