// Linnaeus, Iter Lapponicum, 1732: one test per sentence. His letters become squares: a is d4, b
// c4, c d2, e c3, f b3, g a3, i c2, m c1, 2 e4, 3 e3. Tests both readings where Salmi's differs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scene.h"

namespace raichi {
namespace {

constexpr Side kAttackers = Side::kAttackers;
constexpr Side kDefenders = Side::kDefenders;

constexpr const char* kStart = R"(
    ...ttt...
    ....t....
    ....T....
    t...T...t
    ttTTKTTtt
    t...T...t
    ....T....
    ....t....
    ...ttt...)";
// The king is far from his castle, surrounded by all other pieces.
constexpr const char* kOpen = R"(
    ........t
    ......K..
    .........
    ....t....
    ..t...T..
    .........
    ....T....
    t........
    .........)";

TEST(Linnaeus, NineSwedesWithTheKingTakeTheirStations) {
  const Position start = Variant("linnaeus")->start();
  EXPECT_EQ(start.Count(kDefenders), 9);
  EXPECT_EQ(start.king(), Square(5, 5));
  EXPECT_EQ(start, Scene("linnaeus", kAttackers, kStart).game().position());
}

TEST(Linnaeus, Castle_NoOneMayLandThere) {
  EXPECT_FALSE(Scene("linnaeus", kAttackers, kOpen).Allows("e6-e5"));
  EXPECT_FALSE(Scene("linnaeus", kDefenders, kOpen).Allows("e3-e5"));
  constexpr const char* kKingBeside = R"(
    .........
    .........
    .........
    ....K....
    .........
    .........
    .........
    .........
    ....t....)";
  EXPECT_FALSE(Scene("linnaeus", kDefenders, kKingBeside).Allows("e6-e5"));
  EXPECT_TRUE(Scene("linnaeus-salmi", kDefenders, kKingBeside).Allows("e6-e5"))
      << "Salmi: what is a fort if not a place of refuge?";
  EXPECT_FALSE(Scene("linnaeus-salmi", kAttackers, kOpen).Allows("e6-e5"));
  EXPECT_FALSE(Scene("linnaeus-salmi", kDefenders, kOpen).Allows("e3-e5"));
}

TEST(Linnaeus, EmptyMarkedSquaresMayBeOccupiedByAllAlsoTheKing) {
  constexpr const char* kMarked = R"(
    .........
    ......T..
    ......K..
    ......t..
    .........
    ......T..
    .........
    .........
    .........)";
  EXPECT_TRUE(Scene("linnaeus", kDefenders, kMarked).Allows("g8-e8"));
  EXPECT_TRUE(Scene("linnaeus", kDefenders, kMarked).Allows("g7-i7"));
  EXPECT_TRUE(Scene("linnaeus", kAttackers, kMarked).Allows("g6-i6"));
  EXPECT_TRUE(Scene("linnaeus", kDefenders, R"(
    .........
    ....K....
    .........
    ........t
    .........
    .........
    .........
    .........
    .........)")
                  .Allows("e8-e9"));
}

TEST(Linnaeus, Law1_AllMoveInStraightLinesNotDiagonally) {
  constexpr const char* kMan = R"(
    .........
    ..t....K.
    .........
    .........
    .........
    ...T.....
    .........
    .........
    .........)";
  const Scene scene("linnaeus", kDefenders, kMan);
  EXPECT_TRUE(scene.Allows("d4-d2"));
  EXPECT_FALSE(scene.Allows("d4-c3"));
}

TEST(Linnaeus, Law2_NoOneLeapsOverAnother) {
  constexpr const char* kBlocked = R"(
    .........
    ......K..
    .........
    .........
    .........
    ..T...T..
    .........
    ..t...T..
    .........)";
  const Scene scene("linnaeus", kDefenders, kBlocked);
  EXPECT_TRUE(scene.Allows("c4-c3"));
  EXPECT_FALSE(scene.Allows("c4-c2")) << "nor takes its place";
  EXPECT_FALSE(scene.Allows("c4-c1"));
  EXPECT_FALSE(scene.Allows("g4-g1")) << "nor over its own";
}

// The king is on b; e, i and m are empty.
constexpr const char* kRoad = R"(
    ..t......
    .........
    .........
    .........
    t.T......
    .TKT....t
    .........
    .......t.
    .........)";

TEST(Linnaeus, Law3_KingOnAnOpenRoadMayGoOut) {
  EXPECT_TRUE(Scene("linnaeus", kDefenders, kRoad).Allows("c4-c1"));
}

TEST(Linnaeus, Law3_UnlessAMuscoviteShutsTheRoad) {
  Scene scene("linnaeus", kAttackers, kRoad);
  scene.Play("h2-c2");
  EXPECT_FALSE(scene.Allows("c4-c1"));
}

TEST(Linnaeus, Law4_KingGoingOutEndsTheBattle) {
  Scene scene("linnaeus", kDefenders, kRoad);
  scene.Play("c4-c1");
  EXPECT_EQ(scene.Outcome(), "defenders: king escaped");
  EXPECT_THAT(scene.Moves(), ::testing::IsEmpty());
}

// The king is on e; f, g, i and m are empty.
constexpr const char* kTwoRoads = R"(
    ..t......
    .........
    .........
    t........
    ..T.....t
    .........
    ..KT....t
    .......t.
    ......t..)";

TEST(Linnaeus, Law5_TwoRoadsCannotBeShut) {
  Scene scene("linnaeus", kAttackers, kTwoRoads);
  ASSERT_EQ(scene.Roads(), 2);
  for (const std::string& move : scene.Moves()) {
    scene.Play(move);
    EXPECT_GE(scene.Roads(), 1) << move;
    scene.game().TakeBack();
  }
}

TEST(Linnaeus, Law6_OneRoadIsRaichiTwoAreTuichu) {
  EXPECT_EQ(Scene("linnaeus", kAttackers, kRoad).Roads(), 1);
  EXPECT_EQ(Scene("linnaeus", kAttackers, kTwoRoads).Roads(), 2);
  EXPECT_EQ(Variant("linnaeus")->start(), Scene("linnaeus", kAttackers, kStart).game().position());
  EXPECT_EQ(Scene("linnaeus", kAttackers, kStart).Roads(), 0);
}

TEST(Linnaeus, Law7_DistantSquaresInALineMayBeOccupied) {
  EXPECT_TRUE(Scene("linnaeus", kDefenders, kTwoRoads).Allows("d3-h3"));
  EXPECT_FALSE(Scene("linnaeus", kDefenders, kTwoRoads).Allows("d3-i3")) << "i3 is taken";
  EXPECT_TRUE(Scene("linnaeus", kAttackers, kTwoRoads).Allows("h2-a2"));
}

TEST(Linnaeus, Law8_SwedesAndMuscovitesTakeTurns) {
  Scene scene("linnaeus", kAttackers, kStart);
  EXPECT_FALSE(scene.Allows("e4-f4")) << "assumed: the attackers begin";
  scene.Play("d1-c1");
  EXPECT_FALSE(scene.Allows("c1-b1"));
  scene.Play("e4-f4");
  EXPECT_EQ(scene.game().to_move(), kAttackers);
}

TEST(Linnaeus, Law13_SixteenMuscovitesInFourPhalangesWithoutAKing) {
  const Position start = Variant("linnaeus")->start();
  EXPECT_EQ(start.Count(kAttackers), 16);
  const std::vector<std::vector<Square>> phalanges = {{{4, 1}, {5, 1}, {6, 1}, {5, 2}},
                                                      {{4, 9}, {5, 9}, {6, 9}, {5, 8}},
                                                      {{1, 4}, {1, 5}, {1, 6}, {2, 5}},
                                                      {{9, 4}, {9, 5}, {9, 6}, {8, 5}}};
  for (const auto& phalanx : phalanges) {
    for (const Square s : phalanx) EXPECT_EQ(start.At(s), PieceClass::kAttacker);
  }
}

}  // namespace
}  // namespace raichi
