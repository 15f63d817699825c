#include "rules/opentafl/opentafl_game.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kRules[] =
    "[rules:dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: "
    "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]\n";

std::string ErrorOf(const std::string& text) {
  try {
    FromOpenTaflGame(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

OpenTaflGame Read(const std::string& moves) { return FromOpenTaflGame(kRules + ("\n" + moves)); }

TEST(OpenTaflGame, ReadsTagsRulesAndMoves) {
  const OpenTaflGame game = FromOpenTaflGame(
      "[date:2015.01.07]\r\n[attackers:Tim: the first]\r\n[result:-1]\r\n" + std::string(kRules) +
      "\r\n1. d1-d3 h6-h9\r\n[A comment, with: a colon.|\nand a line]\r\n\r\n2. k4-i4\r\n");
  EXPECT_EQ(game.tags.at("attackers"), "Tim: the first");
  EXPECT_EQ(game.tags.at("result"), "-1");
  EXPECT_EQ(game.rules.rule_set.name, "Tablut");
  EXPECT_EQ(game.rules.rule_set.size, 9);
  EXPECT_THAT(game.moves, ElementsAre("d1-d3", "h6-h9", "k4-i4"));
}

TEST(OpenTaflGame, LeavesOutPiecesAndSigns) {
  EXPECT_THAT(Read("1. Kf6-f10 g7-g10xf10 2. Tc4-c5xTc6/tk10/Kd5++ d9-d10x[why?]3. k4-n4-").moves,
              ElementsAre("f6-f10", "g7-g10xf10", "c4-c5xc6/k10/d5", "d9-d10", "k4-n4"));
}

// A record as OpenTafl's program saves one: tags over several lines and after the rules, variations
// of both halves of a turn and of variations, moves not given, comments for each.
TEST(OpenTaflGame, ReadsTheMainLineBetweenVariationsAndComments) {
  const OpenTaflGame game = FromOpenTaflGame(
      "\xef\xbb\xbf[date:2016.08.27]\n[puzzle-start:1b]\n[time-control:3600 30/3 3i]\n" +
      std::string(kRules) +
      "[start-comment:Two paragraphs:\n\n1. not a move of the game.]\n[annotator:A. B.]\n\n"
      "1. a4-a3 Ke5-e6 \n[The first.|0:59 The second,\n\nwith 2. b4-b5 in it.]\n\n"
      "1a.1.1a. a5=b5 Ke5^c5 \n[A jump, which only the main line may not have.|]\n"
      "1a.1.2a. b5-b4 \n[]\n\n"
      "1a.2.1a.1.1a. ..... Ke5-e7\n[|]\n\n"
      "1b.1.1a. ..... d5-d3+ nonsense\n\n"
      "2. a3-a2!? Ke6-e9-- \n[|]\n\n");
  EXPECT_THAT(game.moves, ElementsAre("a4-a3", "e5-e6", "a3-a2", "e6-e9"));
  EXPECT_THAT(game.tags.at("start-comment"), HasSubstr("\n\n1. not a move"));
  EXPECT_EQ(game.tags.at("annotator"), "A. B.");
  EXPECT_FALSE(game.resigned);
  EXPECT_THAT(Read("1a. a4-a3\n1b. e5-e6\n").moves, ElementsAre("a4-a3", "e5-e6"));
}

TEST(OpenTaflGame, AResignationIsNoMove) {
  const OpenTaflGame game = Read("1. a4-a3 e5-e6\n2. ---\n[Well played.|]\n");
  EXPECT_THAT(game.moves, ElementsAre("a4-a3", "e5-e6"));
  EXPECT_TRUE(game.resigned);
  EXPECT_THAT(ErrorOf(kRules + std::string("\n1. a4-a3 ---\n2. a3-a2\n")),
              HasSubstr("'a3-a2' follows a resignation"));
}

TEST(OpenTaflGame, MayBeginAtAnotherPosition) {
  const std::string position = "[position:/9/9/9/3t5/4K4/9/9/9/3T5/]\n";
  const OpenTaflGame game = FromOpenTaflGame(position + kRules + "\n1. Ke5-a5\n");
  EXPECT_EQ(game.rules.rule_set.setup, "3T5/9/9/9/4K4/3t5/9/9/9");
  EXPECT_EQ(game.rules.rule_set.first, Side::kDefenders) << "whose piece moves first";
  EXPECT_EQ(Read("1. ..... e5-e6").rules.rule_set.first, Side::kDefenders);
  EXPECT_EQ(Read("1. e5-e6").rules.rule_set.first, Side::kAttackers) << "as the rules say";
}

// The form of the first versions of the specification.
TEST(OpenTaflGame, OldRecordsHaveLinesWithoutBrackets) {
  const OpenTaflGame game = FromOpenTaflGame(
      "[event:first]\ndim:9 name:Tablut esc:e start:/9/9/9/9/4K4/9/9/9/3t5/\n"
      "/9/9/9/3t5/4K4/9/9/9/9/\n\n1. d4-d1\n");
  EXPECT_EQ(game.rules.rule_set.setup, "9/9/9/9/4K4/3t5/9/9/9");
  EXPECT_THAT(game.moves, ElementsAre("d4-d1"));
}

TEST(OpenTaflGame, MayHaveNoMoves) {
  EXPECT_THAT(FromOpenTaflGame(kRules).moves, IsEmpty());
  EXPECT_THAT(Read("").moves, IsEmpty());
}

TEST(OpenTaflGame, WhatIsWrongIsNamed) {
  const auto error = [](const std::string& moves) { return ErrorOf(kRules + ("\n" + moves)); };
  EXPECT_THAT(error("1. a4-b4 resigns"),
              HasSubstr("'resigns' is not a move; expected a move such as e1-e3"));
  EXPECT_THAT(error("1. a4=b4"), HasSubstr("move 'a4=b4': berserk"));
  EXPECT_THAT(error("1. a4^b4"), HasSubstr("jumps are not supported"));
  EXPECT_THAT(error("1. a4-b4 [no end"), HasSubstr("expected ]"));
  EXPECT_THAT(error("++"), HasSubstr("'++' is not a move"));
  EXPECT_THAT(error("Re5-e6"), HasSubstr("'Re5-e6' is not a move"));
  EXPECT_THAT(error("1. e2-f2\n[date:2015]\n" + std::string(kRules) + "\n1. e8-f8"),
              HasSubstr("a second game begins"));
  EXPECT_THAT(error("12a4-a3"), HasSubstr("'12a4-a3' is not the number of a turn"));
  EXPECT_THAT(ErrorOf("[rules:dim:9"), HasSubstr("expected ]"));
  EXPECT_THAT(ErrorOf("[position:/9/]" + std::string(kRules)), HasSubstr("ranks that fit"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("expected a line [rules:"));
  EXPECT_THAT(ErrorOf("1. a4-b4\n" + std::string(kRules)), HasSubstr("no rules"));
  EXPECT_THAT(ErrorOf("[rules:dim:3]"), HasSubstr("dim:3"));
  EXPECT_THAT(ErrorOf(std::string(2 << 20, ' ')), HasSubstr("longer than a megabyte"));
}

}  // namespace
}  // namespace raichi
