#include "selfplay/records/otg.h"

#include <gmock/gmock.h>

#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/opentafl/opentafl.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TurnRecord Turn(const std::string& move, float value) {
  TurnRecord turn;
  turn.move = ParseMove(move, 9);
  turn.root_value = value;
  turn.visits = {{turn.move, 1}};
  return turn;
}

GameRecord ShortGame() {
  GameRecord record;
  record.game_id = 12;
  record.attackers = "[a|b]";
  record.defenders = "greedy";
  record.start = "9/9/t8/9/1TtK5/9/9/9/9 d";
  record.result = Result::kDefendersWin;
  record.reason = Reason::kKingEscaped;
  record.turns = {Turn("d5-d4", 0.5f), Turn("c5-c8", -0.25f), Turn("d4-d1", 1)};
  record.turns[1].visits.clear();
  return record;
}

TEST(OtgTest, WritesTagsMovesAndComments) {
  const RulesPtr rules = Variant("sea-battle-9");
  const OtgGame otg = ToOtg(ShortGame(), rules);
  EXPECT_THAT(otg.text, StartsWith("[event:game 12]\n[result:-1]\n[attackers: a b ]\n"
                                   "[defenders:greedy]\n[termination:king escaped]\n"
                                   "[compiler:Raichi]\n[rules:dim:9 "));
  EXPECT_THAT(otg.text, HasSubstr("start:/9/9/9/9/1TtK5/9/t8/9/9/]"));
  EXPECT_THAT(otg.text, HasSubstr("\n\n1. Kd5-d4 c5-c8\n[+0.50|]\n\n2. Kd4-d1\n[+1.00|]\n\n"));
  EXPECT_THAT(ToOtg(ShortGame(), rules, {.values = false}).text,
              HasSubstr("\n\n1. Kd5-d4 c5-c8\n\n2. Kd4-d1\n\n"));
}

TEST(OtgTest, ANameAddsNoTags) {
  GameRecord record = ShortGame();
  record.defenders = "x]\n[result:1]\u202e\x9b";
  EXPECT_THAT(ToOtg(record, Variant("sea-battle-9")).text,
              HasSubstr("\n[defenders:x \\n result:1 \\u202E\\x9B]\n[termination:"));
}

TEST(OtgTest, WritesCapturesAndTheRulesOfTheGame) {
  GameRecord record = ShortGame();
  record.start = "9/9/9/4t4/4T4/9/4t4/1K7/9 a";
  record.turns = {Turn("e3-e4", 0)};
  record.result = Result::kDraw;
  const OtgGame otg = ToOtg(record, Variant("linnaeus"));
  EXPECT_THAT(otg.text, HasSubstr("[result:0]\n"));
  EXPECT_THAT(otg.text, HasSubstr("1. e3-e4xe5\n"));
  const size_t from = otg.text.find("[rules:") + 7;
  const std::string rules = otg.text.substr(from, otg.text.find("]\n\n") - from);
  const RuleSet read = FromOpenTafl(rules).rule_set;
  EXPECT_EQ(read.setup, "9/9/9/4t4/4T4/9/4t4/1K7/9");
  EXPECT_EQ(read.first, Side::kAttackers);
}

TEST(OtgTest, RefusesIllegalMoves) {
  GameRecord record = ShortGame();
  record.turns[1] = Turn("b1-b2", 0);
  EXPECT_THAT(ErrorOf([&] { ToOtg(record, Variant("sea-battle-9")); }),
              HasSubstr("ply 1: illegal move b1-b2"));
}

}  // namespace
}  // namespace raichi
