// The losses of moves, computed from analyses made by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/text.h"
#include "console/games.h"
#include "console/rule_json.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A game from a position in which the defenders are to move and can win at once.
Subject SubjectOf(const std::string& moves) {
  const RulesPtr rules = OpenRules("linnaeus");
  Game game(rules, ParsePosition(*rules, "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d"));
  PlayMoves(moves, &game);
  return {.record = RecordOf(game, {}), .rules = rules, .whole = true, .is_over = game.IsOver()};
}

Analysis Says(float value, const char* best) {
  return {.visits = 100, .value = value, .lines = {{.move = ParseMove(best, 9), .value = value}}};
}

TEST(GameAnalysisTest, AMoveLosesWhatTheNextPositionIsWorthLess) {
  const Subject subject = SubjectOf("e4-f4 c4-c3 f4-i4");
  const std::vector<Analysis> analyses = {Says(1.0f, "e4-i4"), Says(-0.5f, "c4-c5"),
                                          Says(0.75f, "f4-i4")};
  const std::vector<Judgement> judgements = JudgeMoves(subject, analyses);
  ASSERT_EQ(judgements.size(), 3u);
  EXPECT_FLOAT_EQ(judgements[0].loss, 0.5f);   // 1 before it, 0.5 after it
  EXPECT_FLOAT_EQ(judgements[1].loss, 0.25f);  // -0.5, then -0.75
  EXPECT_FLOAT_EQ(judgements[2].loss, 0);      // the best move, and the end
  EXPECT_EQ(judgements[0].mover, Side::kDefenders);
  EXPECT_EQ(MarkOf(judgements[0]), "??");
  EXPECT_EQ(MarkOf(judgements[1]), "?");
  EXPECT_EQ(MarkOf(judgements[2]), "");
  EXPECT_THAT(AttackersPoints(subject, analyses), ElementsAre(0, 25, 12.5, 0));
}

TEST(GameAnalysisTest, TheLastMoveIsJudgedByTheResult) {
  // By this analysis the winning move was a bad one, but it ended the game.
  const Subject subject = SubjectOf("e4-i4");
  EXPECT_FLOAT_EQ(JudgeMoves(subject, std::vector{Says(0.5f, "e4-f4")})[0].loss, 0)
      << "a better end than was expected costs nothing";
}

TEST(GameAnalysisTest, TheBestLinesMoveCostsNothing) {
  const Subject subject = SubjectOf("e4-f4");
  const std::vector<Analysis> analyses = {Says(1.0f, "e4-f4"), Says(0.5f, "c4-c5")};
  EXPECT_FLOAT_EQ(JudgeMoves(subject, analyses)[0].loss, 0);
  EXPECT_THAT(AttackersPoints(subject, analyses), ElementsAre(0, 75));
}

TEST(GameAnalysisTest, Thresholds) {
  EXPECT_EQ(MarkOf({.loss = 0.19f}), "");
  EXPECT_EQ(MarkOf({.loss = 0.21f}), "?");
  EXPECT_EQ(MarkOf({.loss = 0.39f}), "?");
  EXPECT_EQ(MarkOf({.loss = 0.41f}), "??");
}

TEST(GameAnalysisTest, ATableForPeople) {
  const Subject subject = SubjectOf("e4-f4 c4-c3 f4-i4");
  const std::string text = DescribeGame(
      subject, std::vector{Says(1.0f, "e4-i4"), Says(-0.5f, "c4-c5"), Says(0.75f, "f4-i4")});
  EXPECT_THAT(text, StartsWith("game 0: defenders: king escaped, 3 plies, linnaeus\n"));
  EXPECT_THAT(text, HasSubstr("    1  e4-f4          ??     0.0   25.0   e4-i4\n"));
  EXPECT_THAT(text, HasSubstr("    3  f4-i4                12.5    0.0\n"));
  EXPECT_THAT(text, HasSubstr("attackers: 12.5 points lost a move, 1 ?, 0 ??\n"));
  EXPECT_THAT(text, HasSubstr("defenders: 12.5 points lost a move, 0 ?, 1 ??\n"));
}

TEST(GameAnalysisTest, NoMoveIsBetterThanOneThatLosesNothing) {
  const Subject subject = SubjectOf("e4-f4 c4-c3 f4-i4");
  const std::string text = DescribeGame(
      subject, std::vector{Says(0.5f, "e4-d4"), Says(-0.4999f, "c4-c5"), Says(0.75f, "f4-i4")});
  EXPECT_THAT(text, HasSubstr("    1  e4-f4                25.0    0.0\n"));
}

TEST(AnalysisTest, ChancesFollowFromValueAndDraw) {
  const Chances even = ChancesOf(0, 0.5f);
  EXPECT_DOUBLE_EQ(even.win, 0.25);
  EXPECT_DOUBLE_EQ(even.draw, 0.5);
  EXPECT_DOUBLE_EQ(even.loss, 0.25);
  const Chances won = ChancesOf(1, 0);
  EXPECT_DOUBLE_EQ(won.win, 1);
  EXPECT_DOUBLE_EQ(won.loss, 0);
  EXPECT_DOUBLE_EQ(ChancesOf(-1, 1e-7f).win, 0) << "rounding gives no negative chances";
}

TEST(AnalysisTest, WhatIsProvenIsSaidOfTheWinner) {
  const Analysis lost{.value = -1, .proof = Proof::kLoss, .plies_to_end = 4};
  EXPECT_EQ(DescribeScore(lost, Side::kDefenders), "proven: the attackers win in 4 plies");
  const Analysis drawn{.draw = 1, .proof = Proof::kDraw, .plies_to_end = 1};
  EXPECT_EQ(DescribeScore(drawn, Side::kAttackers), "proven: a draw in 1 ply");
  EXPECT_EQ(DescribeScore({.value = 0.5f}, Side::kDefenders),
            "attackers 25.0 points, defenders 75.0");
}

}  // namespace
}  // namespace raichi
