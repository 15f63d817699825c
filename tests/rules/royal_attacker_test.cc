// Tests of the royal attacker (`b`, class word `royal`) on drawn boards, by both engines.
#include <gtest/gtest.h>

#include "tests/support/twin_scene.h"

namespace raichi {
namespace {

constexpr uint8_t kA = ClassSet::kAttackers, kK = ClassSet::kKing, kRoyal = ClassSet::kRoyal;

constexpr const char* kBoard = R"(
    .......
    .......
    .T.....
    .bt....
    .......
    .T.....
    ....K..)";

RuleSet RoyalRules(const char* drawing = kBoard) {
  RuleSet rules = PlainRules(drawing);
  rules.corners.emplace();
  rules.goal = Goal::kCorners;
  return rules;
}

TEST(RoyalAttacker, LosesTheGameWhenCaptured) {
  TwinScene scene(RoyalRules(), "7/7/1T5/1bt4/7/1T5/4K2 d");
  EXPECT_EQ(scene.Play("b2-b3"), "b4");
  EXPECT_EQ(scene.Outcome(), "defenders: royal attacker captured");
}

TEST(RoyalAttacker, IsCapturedBeforeTheKingEscapes) {
  RuleSet rules = RoyalRules();
  rules.goal = Goal::kEdge;
  rules.setup = "7/7/7/4K2/7/7/b6";
  TwinScene scene(rules, "7/7/7/7/2K4/7/Tb4t d");
  EXPECT_EQ(scene.Play("c3-c1"), "b1");
  EXPECT_EQ(scene.Outcome(), "defenders: royal attacker captured");
}

TEST(RoyalAttacker, MayMoveBetweenTwoEnemies) {
  TwinScene scene(RoyalRules(), "7/7/1T5/2b4/1T5/7/4K2 a");
  scene.Play("c4-b4");
  EXPECT_EQ(scene.Outcome(), "ongoing");
}

TEST(RoyalAttacker, IsAnAttackerInCapturesByMovingAndStanding) {
  EXPECT_EQ(TwinScene(RoyalRules(), "7/7/2b4/7/tT5/7/4K2 a").Play("c5-c3"), "b3");
  EXPECT_EQ(TwinScene(RoyalRules(), "7/7/2t4/7/bT5/7/4K2 a").Play("c5-c3"), "b3");
  TwinScene king(RoyalRules(), "7/7/2t4/7/bK5/7/7 a");
  king.Play("c5-c3");
  EXPECT_EQ(king.Outcome(), "attackers: king captured");
}

TEST(RoyalAttacker, IsInListsThatNameHimOrTheAttackers) {
  RuleSet rules = RoyalRules();
  const std::string beside_the_throne = "7/7/3b3/7/3t3/7/4K2 a";
  rules.throne = ThroneRules{{}, {}, {}, {}, false};
  EXPECT_FALSE(TwinScene(rules, beside_the_throne).Allows("d5-d4"));
  rules.throne->stop.words = kK | kRoyal;
  EXPECT_TRUE(TwinScene(rules, beside_the_throne).Allows("d5-d4"));
  EXPECT_FALSE(TwinScene(rules, beside_the_throne).Allows("d3-d4"));
  rules.throne->stop.words = kA;
  EXPECT_TRUE(TwinScene(rules, beside_the_throne).Allows("d5-d4"));
  EXPECT_TRUE(TwinScene(rules, beside_the_throne).Allows("d3-d4"));
}

TEST(RoyalAttacker, FindsSquaresHostileThatNameHim) {
  RuleSet rules = RoyalRules();
  rules.throne = ThroneRules{{}, {}, {kRoyal}, {}, false};
  EXPECT_EQ(TwinScene(rules, "7/7/7/2b4/T6/7/4K2 d").Play("a3-b3"), "");
  EXPECT_EQ(TwinScene(rules, "7/7/7/2b4/1T5/7/4K2 d").Play("b3-b4"), "c4") << "against d4";
  EXPECT_EQ(TwinScene(rules, "7/7/7/2t4/1T5/7/4K2 d").Play("b3-b4"), "");
}

TEST(RoyalAttacker, IsAtHomeInHisCampUntilItCloses) {
  RuleSet rules = RoyalRules();
  rules.camps = CampRules{{Square(1, 4), Square(1, 3)},
                          {ClassSet::kAttackersSameCamp},
                          {ClassSet::kAttackersSameCamp},
                          {},
                          {}};
  rules.camps->close = true;
  rules.camps->closed_stop.words = kRoyal;
  TwinScene scene(rules, "7/7/6t/b6/7/7/4K2 a");
  EXPECT_TRUE(scene.Allows("a4-a3")) << "he is at home there, and keeps the camp open";
  scene.Play("a4-a5");
  scene.Play("e1-e2");
  EXPECT_EQ(scene.Targets("a5"), "a4 a6 b5 c5 d5 e5 f5") << "closed: he may stop, but not pass";
  scene.Play("a5-a4");
  EXPECT_EQ(scene.Text(), "7/7/6t/b6/7/4K2/7 d a4 a3") << "the first square of the camp is a3";
}

TEST(RoyalAttacker, CountsAmongTheAttackersLeftAndInTheRing) {
  RuleSet rules = RoyalRules();
  TwinScene alone(rules, "7/7/7/b6/2T4/2t4/3TK2 d");
  EXPECT_EQ(alone.Play("d1-c1"), "c2");
  EXPECT_EQ(alone.Outcome(), "ongoing") << "he is left";
  rules.encirclement = true;
  TwinScene ring(rules, "7/7/2bt3/1tKT1t1/2tt3/7/7 a");
  ring.Play("f4-e4");
  EXPECT_EQ(ring.Outcome(), "attackers: encircled");
}

TEST(RoyalAttacker, FallsWithARowAndAgainstTheEdge) {
  RuleSet rules = RoyalRules();
  rules.shieldwall = true;
  TwinScene row(rules, "7/3T3/7/4K2/7/1TT4/Ttb4 d");
  row.Play("d6-d1");
  EXPECT_EQ(row.Outcome(), "defenders: royal attacker captured");
  RuleSet edge = RoyalRules();
  edge.edge.hostile.words = kRoyal;
  EXPECT_EQ(TwinScene(edge, "7/7/7/4K2/1T5/7/1bt4 d").Play("b3-b2"), "b1");
  EXPECT_EQ(TwinScene(edge, "7/7/7/4K2/1T5/7/1tb4 d").Play("b3-b2"), "") << "men do not";
}

}  // namespace
}  // namespace raichi
