// Tests of speed limits, wide corners, hostile edges, the forms of shieldwall and the results of
// limits on drawn boards, by both engines.
#include <gtest/gtest.h>

#include "tests/support/twin_scene.h"

namespace raichi {
namespace {

constexpr uint8_t kA = ClassSet::kAttackers, kD = ClassSet::kDefenders, kK = ClassSet::kKing;
constexpr ClassSet kAll = {kA | kD | kK};

constexpr const char* kOpen = R"(
    .......
    t......
    ...T...
    ...K...
    .......
    .......
    b......)";

TEST(Speed, IsTheMostSquaresOfAMoveByClass) {
  RuleSet rules = PlainRules(kOpen);
  EXPECT_EQ(TwinScene(rules).Targets("a6"), "a2 a3 a4 a5 a7 b6 c6 d6 e6 f6 g6");
  rules.speed = {1, 2, 3};
  TwinScene scene(rules);
  EXPECT_EQ(scene.Targets("a6"), "a5 a7 b6");
  EXPECT_EQ(scene.Targets("a1"), "a2 b1") << "the royal attacker is an attacker";
  scene.Play("a6-a7");
  EXPECT_EQ(scene.Targets("d5"), "b5 c5 d6 d7 e5 f5");
  EXPECT_EQ(scene.Targets("d4"), "a4 b4 c4 d1 d2 d3 e4 f4 g4");
}

TEST(Speed, OfAClassLeftOutIsUnlimited) {
  RuleSet rules = PlainRules(kOpen);
  rules.speed.king = 1;
  TwinScene scene(rules);
  EXPECT_TRUE(scene.Allows("a6-g6"));
  scene.Play("a6-a7");
  EXPECT_EQ(scene.Targets("d4"), "c4 d3 e4");
  EXPECT_TRUE(scene.Allows("d5-a5"));
}

TEST(Speed, CountsSquaresPassedOver) {
  RuleSet rules = PlainRules(R"(
    .......
    ...K...
    .......
    ..T....
    .......
    t......
    .......)");
  rules.first = Side::kDefenders;
  rules.throne = ThroneRules{{}, kAll, {}, {}, false};
  rules.speed.defenders = 2;
  EXPECT_EQ(TwinScene(rules).Targets("c4"), "a4 b4 c2 c3 c5 c6 e4") << "d4 is passed over";
}

TEST(Speed, LimitsTheKingsRoads) {
  RuleSet rules = PlainRules(kOpen);
  EXPECT_EQ(TwinScene(rules).Roads(), 3);
  rules.speed.king = 2;
  EXPECT_EQ(TwinScene(rules).Roads(), 0);
}

constexpr const char* kWide = R"(
    .......
    ....t..
    .......
    ...K...
    .T....t
    .......
    ..t....)";

RuleSet WideCorners(const char* drawing) {
  RuleSet rules = PlainRules(drawing);
  rules.corners = CornerRules{{kK}, kAll, 2};
  rules.goal = Goal::kCorners;
  return rules;
}

TEST(WideCorners, BarAllThatMayNotStopOnThem) {
  TwinScene scene(WideCorners(kWide));
  EXPECT_EQ(scene.Targets("c1"), "c2 c3 c4 c5 c6 c7 d1 e1") << "not b1, a1, f1, g1";
  EXPECT_EQ(scene.Targets("e6"), "c6 d6 e1 e2 e3 e4 e5 e7") << "not f6, and not b6";
  scene.Play("c1-d1");
  EXPECT_EQ(scene.Targets("b3"), "a3 b4 b5 c3 d3 e3 f3") << "not b2, and not b6";
}

TEST(WideCorners, AreAllGoalsAndThoseWhoMayStopMayPass) {
  RuleSet rules = WideCorners(R"(
    .......
    ....t..
    .......
    .K.....
    .T....t
    .......
    ......t)");
  rules.corners->stop.words = kK | kD;
  TwinScene scene(rules, "7/4t2/7/1K5/1T4t/7/2t4 d");
  EXPECT_EQ(scene.Targets("b3"), "a3 b1 b2 c3 d3 e3 f3") << "b2 is passed over";
  EXPECT_EQ(scene.Targets("b4"), "a4 b5 b6 b7 c4 d4 e4 f4 g4");
  EXPECT_EQ(scene.Roads(), 1) << "b6 and b7 are on one line";
  scene.Play("b4-b6");
  EXPECT_EQ(scene.Outcome(), "defenders: king escaped");
}

TEST(WideCorners, AreHostileWhereTheyAreEmpty) {
  TwinScene scene(WideCorners(R"(
    .......
    .......
    ...K...
    .......
    .......
    ..T.t..
    .......)"));
  EXPECT_EQ(scene.Play("e2-d2"), "c2") << "between d2 and the corner square b2";
  RuleSet narrow = WideCorners(kWide);
  narrow.corners->width = 1;
  EXPECT_EQ(TwinScene(narrow, "7/7/3K3/7/7/2T1t2/7 a").Play("e2-d2"), "");
}

TEST(WideCorners, CloseRows) {
  RuleSet rules = WideCorners(R"(
    .......
    .......
    ...K...
    .......
    ....t..
    ..tt...
    ..TT...)");
  rules.shieldwall = true;
  TwinScene scene(rules);
  EXPECT_EQ(scene.Play("e3-e1"), "c1 d1");
}

TEST(LimitResult, SaysWhoWins) {
  RuleSet rules = PlainRules(kOpen);
  rules.ply_limit = 2;
  for (const auto& [result, word] :
       {std::pair(LimitResult::kDraw, "draw"), std::pair(LimitResult::kAttackers, "attackers"),
        std::pair(LimitResult::kDefenders, "defenders")}) {
    rules.ply_limit_result = result;
    TwinScene scene(rules);
    scene.Play("a6-a5");
    EXPECT_EQ(scene.Outcome(), "ongoing");
    scene.Play("d4-d3");
    EXPECT_EQ(scene.Outcome(), word + std::string(": ply limit"));
  }
  rules.ply_limit = 0;
  rules.ply_limit_result = LimitResult::kDraw;
  rules.quiet_limit = 1;
  rules.quiet_limit_result = LimitResult::kAttackers;
  TwinScene scene(rules);
  scene.Play("a6-a5");
  EXPECT_EQ(scene.Outcome(), "attackers: quiet limit");
}

TEST(LimitResult, ComesAfterWhatThePositionDecides) {
  RuleSet rules = PlainRules(kOpen);
  rules.ply_limit = 2;
  rules.ply_limit_result = LimitResult::kAttackers;  // a bid: two plies for the king to win
  TwinScene scene(rules);
  scene.Play("a6-a5");
  scene.Play("d4-d1");
  EXPECT_EQ(scene.Outcome(), "defenders: king escaped");
}

constexpr const char* kRim = R"(
    .......
    ..t....
    ..T...K
    .......
    t......
    .......
    T......)";

TEST(HostileEdge, TakesMenOnTheRim) {
  RuleSet rules = PlainRules(kRim);
  rules.goal = Goal::kCorners;
  rules.corners.emplace();
  TwinScene scene(rules, "2T4/7/2t3K/7/t6/7/T6 a");
  EXPECT_EQ(scene.Play("c5-c6"), "");
  rules.edge.hostile.words = kD;
  EXPECT_EQ(TwinScene(rules, "2T4/7/2t3K/7/t6/7/T6 a").Play("c5-c6"), "c7");
  EXPECT_EQ(TwinScene(rules, "2T4/7/2t3K/7/t6/7/T6 a").Play("a3-a2"), "a1") << "in a corner too";
  EXPECT_EQ(TwinScene(rules, "2t4/7/2T3K/7/t6/7/T6 d").Play("c5-c6"), "") << "not attackers";
  rules.edge.hostile.words = kA;
  EXPECT_EQ(TwinScene(rules, "2t4/7/2T3K/7/t6/7/T6 d").Play("c5-c6"), "c7");
  EXPECT_EQ(TwinScene(rules, "2T4/7/2t3K/7/t6/7/T6 a").Play("c5-c6"), "");
}

TEST(HostileEdge, BreaksAFort) {
  RuleSet rules = PlainRules(kRim);
  rules.goal = Goal::kCorners;
  rules.corners.emplace();
  rules.exit_forts = true;
  for (const bool hostile : {false, true}) {
    rules.edge.hostile.words = hostile ? kD : 0;
    TwinScene scene(rules, "6t/7/7/5T1/7/3TT2/2TK3 d");
    scene.Play("f4-f1");
    EXPECT_EQ(scene.Outcome(), hostile ? "ongoing" : "defenders: exit fort");
  }
}

TEST(HostileEdge, LeavesTheKingToHisOwnRule) {
  RuleSet rules = PlainRules(kRim);
  rules.goal = Goal::kCorners;
  rules.corners.emplace();
  rules.edge.hostile = kAll;
  for (const KingCapture how : {KingCapture::kNever, KingCapture::kCustodial}) {
    rules.king.at_edge = how;
    TwinScene scene(rules, "7/7/4t1K/7/t6/7/T6 a");
    scene.Play("e5-f5");
    EXPECT_EQ(scene.Outcome(), "ongoing");
  }
  rules.king.at_edge = KingCapture::kSurround;
  TwinScene scene(rules, "7/6t/4t1K/6t/7/7/T6 a");
  scene.Play("e5-f5");
  EXPECT_EQ(scene.Outcome(), "attackers: king captured");
}

constexpr const char* kRow = R"(
    ...K...
    .......
    .......
    ....t..
    .......
    .ttt...
    .TTT...)";

RuleSet RowRules() {
  RuleSet rules = PlainRules(kRow);
  rules.corners = CornerRules{{kK}, kAll};
  rules.goal = Goal::kCorners;
  rules.shieldwall = true;
  return rules;
}

TEST(Shieldwall, OfPiecesNeedsAPieceAtBothEnds) {
  RuleSet rules = RowRules();
  const std::string two_pieces = "3K3/7/7/5t1/7/2ttt2/1tTTT2 a";
  EXPECT_EQ(TwinScene(rules).Play("e4-e1"), "b1 c1 d1") << "closed by the corner a1";
  EXPECT_EQ(TwinScene(rules, two_pieces).Play("f4-f1"), "c1 d1 e1");
  rules.shieldwall_ends = ShieldwallEnds::kPieces;
  EXPECT_EQ(TwinScene(rules).Play("e4-e1"), "");
  EXPECT_EQ(TwinScene(rules, two_pieces).Play("f4-f1"), "c1 d1 e1");
}

TEST(Shieldwall, ByAMoveToTheFrontNeedsAnyMove) {
  RuleSet rules = RowRules();
  const std::string gap_in_front = "3K3/7/7/2t4/7/1t1t3/1TTTt2 a";
  EXPECT_EQ(TwinScene(rules, gap_in_front).Play("c4-c2"), "");
  rules.shieldwall_move = ShieldwallMove::kAny;
  EXPECT_EQ(TwinScene(rules, gap_in_front).Play("c4-c2"), "b1 c1 d1");
  EXPECT_EQ(TwinScene(rules).Play("e4-e1"), "b1 c1 d1") << "a move to an end counts as before";
  rules.shieldwall_ends = ShieldwallEnds::kPieces;
  EXPECT_EQ(TwinScene(rules, gap_in_front).Play("c4-c2"), "") << "a1 is empty";
}

TEST(Shieldwall, ThatTheRowItselfCompletedIsSafe) {
  RuleSet rules = RowRules();
  rules.corners->stop.words = kK | kD;
  rules.shieldwall_move = ShieldwallMove::kAny;
  TwinScene scene(rules, "7/3K3/6t/7/7/1tt4/T1Tt3 d");
  scene.Play("a1-b1");
  EXPECT_EQ(scene.Play("g5-g4"), "") << "closed, but not by this move";
  scene.Play("d6-d5");
  scene.Play("c2-c3");
  scene.Play("d5-d6");
  EXPECT_EQ(scene.Play("c3-c2"), "b1 c1");
}

TEST(Shieldwall, OfDefendersCountsTheKingThatMovesToTheFrontAsAHammer) {
  RuleSet rules = RowRules();
  rules.shieldwall_move = ShieldwallMove::kAny;
  rules.first = Side::kDefenders;
  const std::string king_in_front = "7/7/2K4/7/7/1T1T3/1tttT2 d";
  rules.king.armed = Armed::kHammer;
  EXPECT_EQ(TwinScene(rules, king_in_front).Play("c5-c2"), "b1 c1 d1");
  rules.king.armed = Armed::kAnvil;
  EXPECT_EQ(TwinScene(rules, king_in_front).Play("c5-c2"), "");
}

}  // namespace
}  // namespace raichi
