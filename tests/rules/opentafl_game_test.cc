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
  EXPECT_THAT(ErrorOf(""), HasSubstr("expected a line [rules:"));
  EXPECT_THAT(ErrorOf("1. a4-b4\n" + std::string(kRules)), HasSubstr("no rules"));
  EXPECT_THAT(ErrorOf("[rules:dim:3]"), HasSubstr("dim:3"));
  EXPECT_THAT(ErrorOf(std::string(2 << 20, ' ')), HasSubstr("longer than a megabyte"));
}

}  // namespace
}  // namespace raichi
