// Tests of camps that close (`camps.close`) on drawn boards, by both engines.
#include <gtest/gtest.h>

#include "tests/support/twin_scene.h"

namespace raichi {
namespace {

constexpr uint8_t kA = ClassSet::kAttackers, kD = ClassSet::kDefenders, kK = ClassSet::kKing;

// The camps are a4, b4 and d1.
constexpr const char* kBoard = R"(
    .......
    .......
    .....K.
    tt.....
    .......
    T......
    ...t...)";

RuleSet ClosingCamps() {
  RuleSet rules = PlainRules(kBoard);
  rules.camps = CampRules{{Square(1, 4), Square(2, 4), Square(4, 1)}, {kA}, {kA}, {}, {}};
  rules.camps->close = true;
  return rules;
}

TEST(ClosedCamps, CloseWhenTheLastAttackerMovesOut) {
  TwinScene scene(ClosingCamps());
  scene.Play("a4-a5");
  scene.Play("f5-f4");
  EXPECT_TRUE(scene.Allows("a5-a4")) << "b4 still stands in the camp";
  scene.Play("b4-b5");
  scene.Play("f4-f5");
  EXPECT_FALSE(scene.Allows("a5-a4"));
  EXPECT_EQ(scene.Targets("a5"), "a6 a7") << "nobody crosses a closed camp";
  EXPECT_EQ(scene.Targets("b5"), "b6 b7 c5 d5 e5");
}

TEST(ClosedCamps, StayOpenWithoutTheKey) {
  RuleSet rules = ClosingCamps();
  rules.camps->close = false;
  TwinScene scene(rules);
  scene.Play("d1-d2");
  scene.Play("f5-f4");
  EXPECT_TRUE(scene.Allows("d2-d1"));
}

TEST(ClosedCamps, CloseWhenTheLastAttackerIsCaptured) {
  RuleSet rules = ClosingCamps();
  TwinScene scene(rules, "6t/7/5K1/7/7/4T2/2Tt3 d");
  EXPECT_EQ(scene.Play("e2-e1"), "d1");
  scene.Play("g7-d7");
  scene.Play("f5-f6");
  EXPECT_EQ(scene.Targets("d7"), "a7 b7 c7 d2 d3 d4 d5 d6 e7 f7 g7") << "not d1";
}

TEST(ClosedCamps, WithoutAttackersInTheSetupAreClosedFromTheStart) {
  RuleSet rules = ClosingCamps();
  rules.setup = "7/7/5K1/t6/7/3t3/7";
  EXPECT_EQ(TwinScene(rules).Targets("d2"), "a2 b2 c2 d3 d4 d5 d6 d7 e2 f2 g2") << "not d1";
}

TEST(ClosedCamps, LetInThoseWhomTheyName) {
  RuleSet rules = ClosingCamps();
  rules.setup = "7/1t5/7/3T3/1t3K1/3t3/T6";
  rules.camps->closed_stop.words = kK | kD;
  rules.camps->closed_pass.words = kA;
  TwinScene scene(rules);
  EXPECT_EQ(scene.Targets("b6"), "a6 b5 b7 c6 d6 e6 f6 g6") << "not b4";
  scene.Play("b3-c3");
  EXPECT_TRUE(scene.Allows("d4-b4")) << "defenders may stop";
  EXPECT_FALSE(scene.Allows("d4-a4")) << "but not pass";
  scene.Play("f3-f4");
  EXPECT_EQ(scene.Targets("b6"), "a6 b1 b2 b3 b5 b7 c6 d6 e6 f6 g6") << "attackers only pass";
}

TEST(ClosedCamps, StayClosedForGood) {
  RuleSet rules = ClosingCamps();
  rules.camps->closed_stop.words = kA;
  TwinScene scene(rules);
  scene.Play("d1-d2");
  scene.Play("f5-f4");
  scene.Play("d2-d1");
  EXPECT_EQ(scene.Text(), "7/7/7/tt3K1/7/T6/3t3 d - d1") << "closed, though an attacker is there";
  EXPECT_EQ(TwinScene(rules, scene.Text()).Text(), scene.Text());
}

TEST(ClosedCamps, MayBeLeftByThePiecesInThem) {
  RuleSet rules = ClosingCamps();
  rules.camps->stop.words = kA | kD;
  TwinScene scene(rules, "7/7/5K1/tT5/7/7/t6 a");
  scene.Play("a4-a5");  // the defender on b4 stays behind
  EXPECT_EQ(scene.Targets("b4"), "b1 b2 b3 b5 b6 b7 c4 d4 e4 f4 g4") << "but not to a4";
}

TEST(ClosedCamps, StayHostile) {
  RuleSet rules = ClosingCamps();
  rules.camps->hostile.words = kD;
  TwinScene scene(rules, "7/7/5K1/7/7/3T3/4t2 a");
  EXPECT_EQ(scene.Play("e1-e3"), "");
  scene.Play("f5-f6");
  EXPECT_EQ(scene.Play("e3-d3"), "d2") << "against the empty, closed camp d1";
}

TEST(ClosedCamps, DistinguishPositions) {
  RuleSet rules = ClosingCamps();
  rules.camps->closed_stop.words = kA;
  rules.repetition = {2, RepetitionResult::kDraw};
  TwinScene scene(rules);
  for (const char* move : {"d1-d2", "f5-f4", "d2-d1", "f4-f5"}) scene.Play(move);
  EXPECT_EQ(scene.Outcome(), "ongoing") << "the squares are those of the start, but d1 is closed";
  scene.Play("d1-d2");
  EXPECT_EQ(scene.Outcome(), "draw: repetition") << "the position after the first move";
}

TEST(ClosedCamps, KnowNoAttackersAtHome) {
  RuleSet rules = ClosingCamps();
  rules.camps->stop.words = rules.camps->pass.words = ClassSet::kAttackersSameCamp;
  rules.camps->closed_stop.words = kA;
  TwinScene scene(rules);
  EXPECT_TRUE(scene.Allows("b4-c4"));
  scene.Play("d1-d2");
  scene.Play("f5-f4");
  scene.Play("d2-d1");
  EXPECT_EQ(scene.Text(), "7/7/7/tt3K1/7/T6/3t3 d d1 d1") << "a stray in a closed camp";
  EXPECT_EQ(TwinScene(rules, scene.Text()).Text(), scene.Text());
}

// Two camps, c3 and e3, beside the only piece of the fort that two attackers could take.
constexpr const char* kFort = "6t/7/7/7/3T3/2T3T/2TKT2 d";

RuleSet FortBetweenCamps() {
  RuleSet rules = PlainRules(kBoard);
  rules.corners.emplace();
  rules.goal = Goal::kCorners;
  rules.exit_forts = true;
  rules.camps = CampRules{{Square(3, 3), Square(5, 3)}, {}, {}, {}, {}};
  return rules;
}

std::string OutcomeOfFort(const RuleSet& rules, const std::string& position = kFort) {
  TwinScene scene(rules, position);
  scene.Play("g2-e2");
  return scene.Outcome();
}

TEST(ClosedCamps, LetAttackersBreakAFortWhereTheyMayStop) {
  RuleSet rules = FortBetweenCamps();
  EXPECT_EQ(OutcomeOfFort(rules), "defenders: exit fort");
  rules.camps->close = true;
  EXPECT_EQ(OutcomeOfFort(rules), "defenders: exit fort");
  rules.camps->closed_stop.words = kA;
  EXPECT_EQ(OutcomeOfFort(rules), "ongoing");
  EXPECT_EQ(OutcomeOfFort(rules, "6t/7/7/7/2tTt2/2T3T/2TKT2 d"), "ongoing")
      << "they may stop there once the camps are closed";
}

TEST(ClosedCamps, LetTheRoyalAttackerBreakAFort) {
  RuleSet rules = FortBetweenCamps();
  rules.camps->close = true;
  rules.camps->closed_stop.words = ClassSet::kRoyal;
  rules.setup[rules.setup.find('t')] = 'b';
  EXPECT_EQ(OutcomeOfFort(rules), "defenders: exit fort") << "he is not on the board";
  EXPECT_EQ(OutcomeOfFort(rules, "6b/7/7/7/3T3/2T3T/2TKT2 d"), "ongoing");
}

}  // namespace
}  // namespace raichi
