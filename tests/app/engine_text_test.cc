// The text of the engine protocols.

#include <gmock/gmock.h>

#include "app/engine/bologna.h"
#include "app/engine/otep.h"
#include "app/engine/uci_go.h"
#include "base/error.h"
#include "rules/notation.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

template <typename Call>
void ExpectError(Call call, const std::string& what) {
  EXPECT_THAT(call, ThrowsMessage<Error>(HasSubstr(what)));
}

TEST(UciGoTest, ReadsTheClockOfTheSideToMove) {
  const char* text = "wtime 60000 btime 30500 winc 1000 binc 2000 movestogo 7";
  const UciGo white = ParseUciGo(text, Side::kDefenders);
  ASSERT_TRUE(white.clock);
  EXPECT_DOUBLE_EQ(white.clock->remaining, 60);
  EXPECT_DOUBLE_EQ(white.clock->increment, 1);
  EXPECT_EQ(white.clock->moves_to_go, 7);
  const UciGo black = ParseUciGo(text, Side::kAttackers);
  ASSERT_TRUE(black.clock);
  EXPECT_DOUBLE_EQ(black.clock->remaining, 30.5);
  EXPECT_DOUBLE_EQ(black.clock->increment, 2);
}

TEST(UciGoTest, ReadsTheOtherLimits) {
  const UciGo go = ParseUciGo(" nodes 800  movetime 1500 ponder", Side::kAttackers);
  EXPECT_EQ(go.nodes, 800);
  EXPECT_DOUBLE_EQ(*go.move_seconds, 1.5);
  EXPECT_TRUE(go.ponder);
  EXPECT_FALSE(go.infinite);
  EXPECT_FALSE(go.clock);
  EXPECT_TRUE(ParseUciGo("infinite", Side::kAttackers).infinite);
  EXPECT_FALSE(ParseUciGo("wtime 5", Side::kAttackers).clock);
}

TEST(UciGoTest, NamesTheLimitsThatItDoesNotKnow) {
  const UciGo depth = ParseUciGo("depth 5 nodes 3", Side::kAttackers);
  EXPECT_THAT(depth.faults, ElementsAre("go: 'depth' is ignored"));
  EXPECT_EQ(depth.nodes, 3);
  const UciGo moves = ParseUciGo("searchmoves a4-b4 a4-c4 infinite", Side::kAttackers);
  EXPECT_THAT(moves.faults, ElementsAre("go: 'searchmoves' is ignored"));
  EXPECT_TRUE(moves.infinite);
  EXPECT_THAT(ParseUciGo("a4-b4", Side::kAttackers).faults, ElementsAre("go: 'a4-b4' is ignored"));
  EXPECT_THAT(ParseUciGo("", Side::kAttackers).faults, IsEmpty());
}

TEST(UciGoTest, AClockThatRanOutIsNothing) {
  EXPECT_EQ(ParseUciGo("btime -20", Side::kAttackers).clock->remaining, 0);
}

TEST(UciGoTest, NumbersMustBeNumbers) {
  for (const char* text : {"nodes", "nodes -1", "nodes x", "nodes 1x", "nodes 99999999999",
                           "movetime nodes", "btime 1.5", "movestogo -1"}) {
    const UciGo go = ParseUciGo(text, Side::kAttackers);
    EXPECT_THAT(go.faults, ElementsAre(HasSubstr("expected a number"))) << text;
    EXPECT_FALSE(go.nodes || go.move_seconds || go.clock) << text;
  }
  EXPECT_EQ(ParseUciGo("nodes x movetime 20", Side::kAttackers).move_seconds, 0.02);
  EXPECT_EQ(ParseUciGo("nodes 0", Side::kAttackers).nodes, 1) << "a move is always wanted";
}

const Move kFirst = ParseMove("e3-c3", 9), kSecond = ParseMove("d5-d3", 9);

TEST(UciInfoTest, SaysWhatTheSearchThinks) {
  Line line{.move = kFirst,
            .visits = 300,
            .value = 0.2f,
            .draw = 0.3f,
            .moves_left = 41.6f,
            .moves = {kFirst, kSecond}};
  EXPECT_EQ(UciInfo(line, 2, {.nodes = 800, .new_nodes = 600, .seconds = 1.5}),
            "info depth 2 multipv 2 nodes 800 nps 400 time 1500 score cp 29 wdl 450 300 250 "
            "value 0.200 movesleft 42 pv e3-c3 d5-d3");
  line.moves_left = 0;  // unknown to the model
  EXPECT_THAT(UciInfo(line, 1, {}), HasSubstr("value 0.200 pv e3-c3"));
}

TEST(UciInfoTest, ProvenResultsAreMatesInMoves) {
  Line line{.value = 1, .proof = Proof::kWin, .plies_to_end = 3, .moves = {kFirst}};
  EXPECT_THAT(UciInfo(line, 1, {}), HasSubstr("score mate 2 wdl 1000 0 0"));
  line = {.value = -1, .proof = Proof::kLoss, .plies_to_end = 4, .moves = {kFirst}};
  EXPECT_THAT(UciInfo(line, 1, {}), HasSubstr("score mate -2 wdl 0 0 1000"));
  line = {.value = 0, .draw = 1, .proof = Proof::kDraw, .moves = {kFirst}};
  EXPECT_THAT(UciInfo(line, 1, {}), HasSubstr("score cp 0 wdl 0 1000 0"));
}

TEST(OtepTextTest, Clocks) {
  const OtepClock clock = ParseOtepClock("300500 4000* 30 3 2 ");
  EXPECT_DOUBLE_EQ(clock.attackers.seconds, 300.5);
  EXPECT_FALSE(clock.attackers.is_overtime);
  EXPECT_EQ(GameClockOf(clock.attackers, 50).moves_to_go, 0);
  EXPECT_DOUBLE_EQ(GameClockOf(clock.attackers, 50).plies_left, 50);
  EXPECT_DOUBLE_EQ(clock.defenders.seconds, 4);
  EXPECT_TRUE(clock.defenders.is_overtime);
  EXPECT_EQ(GameClockOf(clock.defenders, 50).moves_to_go, 1);
  EXPECT_FALSE(ParseOtepClock("-1 -1 0 0 0").attackers.is_known);
  for (const char* text : {"", "1", "x 1", "1 1x", "1** 1", "* *"}) {
    ExpectError([text] { ParseOtepClock(text); }, "clock");
  }
}

TEST(OtepTextTest, AnalysisIsForTheAttackers) {
  const std::vector<Line> lines = {{.value = 0.5f, .moves = {kFirst, kSecond}},
                                   {.value = -1, .moves = {kSecond}}};
  EXPECT_EQ(OtepAnalysis(lines, Side::kAttackers), "analysis 2 e3-c3|d5-d3 2500 d5-d3 -5000");
  EXPECT_EQ(OtepAnalysis(lines, Side::kDefenders), "analysis 2 e3-c3|d5-d3 -2500 d5-d3 5000");
}

constexpr char kEmptyRow[] = R"("EMPTY","EMPTY","EMPTY","EMPTY","EMPTY")";

/// A 5x5 state with the given first row.
std::string StateOf(const std::string& row, const std::string& turn) {
  std::string json = R"({"board":[[)" + row + "]";
  for (int i = 0; i < 4; ++i) json += std::string(",[") + kEmptyRow + "]";
  return json + R"(],"turn":")" + turn + R"("})";
}

TEST(BolognaTextTest, RowsAreRanksFromTheFirst) {
  const BolognaState state =
      ParseBolognaState(StateOf(R"("WHITE","BLACK","KING","THRONE","EMPTY")", "BLACK"), 5);
  EXPECT_FALSE(state.ended);
  Position expected = ParseSquares("5/5/5/5/TtK2", 5);
  expected.SetToMove(Side::kAttackers);
  EXPECT_EQ(state.position, expected);
  EXPECT_EQ(ParseBolognaState(StateOf(R"("KING","EMPTY","EMPTY","EMPTY","EMPTY")", "WHITE"), 5)
                .position.to_move(),
            Side::kDefenders);
}

TEST(BolognaTextTest, EndsAreTurns) {
  EXPECT_EQ(ParseBolognaState(StateOf(kEmptyRow, "WHITEWIN"), 5).ended, Result::kDefendersWin);
  EXPECT_EQ(ParseBolognaState(StateOf(kEmptyRow, "BLACKWIN"), 5).ended, Result::kAttackersWin);
  EXPECT_EQ(ParseBolognaState(StateOf(kEmptyRow, "DRAW"), 5).ended, Result::kDraw);
}

TEST(BolognaTextTest, WhatIsNoStateIsAnError) {
  ExpectError([] { ParseBolognaState(std::string(300'000, '[') + std::string(300'000, ']'), 9); },
              R"(state: expected {"board":)");
  const auto expect = [](const std::string& json, const std::string& what) {
    ExpectError([json] { ParseBolognaState(json, 5); }, what);
  };
  for (const char* json :
       {"", "\xff", "{", "[]", "3", "{}", R"({"board":3,"turn":"WHITE"})", R"({"turn":"WHITE"})"}) {
    expect(json, "state: ");
  }
  expect(StateOf(kEmptyRow, "WHITE"), "no king");
  expect(StateOf(R"("KING","KING","EMPTY","EMPTY","EMPTY")", "WHITE"), "two kings");
  expect(StateOf(R"("KING")", "WHITE"), "expected 5 columns");
  expect(StateOf(R"("PAWN","KING","EMPTY","EMPTY","EMPTY")", "WHITE"), "unknown square 'PAWN'");
  expect(StateOf(R"(1,"KING","EMPTY","EMPTY","EMPTY")", "WHITE"), "state: expected");
  expect(StateOf(R"("KING","EMPTY","EMPTY","EMPTY","EMPTY")", "RED"), "unknown turn 'RED'");
  ExpectError([] { ParseBolognaState(StateOf(kEmptyRow, "DRAW"), 9); }, "expected 9 rows");
}

TEST(BolognaTextTest, Moves) {
  EXPECT_EQ(BolognaMove(ParseMove("e4-f4", 9), Side::kDefenders),
            R"({"from":"e4","to":"f4","turn":"WHITE"})");
  EXPECT_EQ(BolognaMove(ParseMove("d1-c1", 9), Side::kAttackers),
            R"({"from":"d1","to":"c1","turn":"BLACK"})");
  EXPECT_EQ(BolognaName("Rai\"chi"), R"("Rai\"chi")");
  EXPECT_EQ(BolognaSide(Side::kAttackers), "black");
}

}  // namespace
}  // namespace raichi
