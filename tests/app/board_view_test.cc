#include "app/draw/board_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "rules/notation.h"
#include "tests/support/family_rules.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BoardViewTest, DrawsPiecesAndSpecialSquares) {
  const RulesPtr rules = OpenRules("brandubh");
  const Position position = ParsePosition(*rules, "7/3t3/7/1T4t/7/2K4/7 a");
  EXPECT_EQ(DrawBoard(*rules, position, {}, {}),
            "     a  b  c  d  e  f  g\n"
            "  7  #  .  .  .  .  .  #  7\n"
            "  6  .  .  .  t  .  .  .  6\n"
            "  5  .  .  .  .  .  .  .  5\n"
            "  4  .  T  .  +  .  .  t  4\n"
            "  3  .  .  .  .  .  .  .  3\n"
            "  2  .  .  K  .  .  .  .  2\n"
            "  1  #  .  .  .  .  .  #  1\n"
            "     a  b  c  d  e  f  g\n");
  EXPECT_EQ(BoardLegend(*rules, {}), "t attackers, T defenders, K king, + throne, # corner");
}

TEST(BoardViewTest, DrawsTheRoyalAttackerAndClosedCamps) {
  const RulesPtr rules = RoyalCamps();
  const Position position = ParsePosition(*rules, "4t4/9/9/9/b3K4/9/9/9/9 a - a4");
  const std::string board = DrawBoard(*rules, position, {}, {});
  EXPECT_THAT(board, HasSubstr("  5  b  %  .  .  K  .  .  %  %  5\n"));
  EXPECT_THAT(board, HasSubstr("  9  .  .  .  :  t  :  .  .  .  9\n"));
  EXPECT_EQ(BoardLegend(*rules, {}),
            "t attackers, T defenders, b royal attacker, K king, + throne, : camp, % closed camp");
}

TEST(BoardViewTest, CampsAndTwoDigitRanks) {
  const RulesPtr bologna = OpenRules("ashton-bologna");
  const Position empty_camps = ParsePosition(*bologna, "9/9/9/9/4K4/9/9/9/8T d");
  EXPECT_THAT(DrawBoard(*bologna, empty_camps, {}, {}),
              HasSubstr("  5  :  :  .  .  K  .  .  :  :  5\n"));
  EXPECT_THAT(BoardLegend(*bologna, {}), HasSubstr(": camp"));
  const RulesPtr fetlar = OpenRules("fetlar");
  EXPECT_THAT(DrawBoard(*fetlar, fetlar->start(), {}, {}),
              HasSubstr("\n 11  #  .  .  t  t  t  t  t  .  .  #  11\n 10  ."));
}

TEST(BoardViewTest, MarksTheLastMoveAndItsCaptures) {
  const RulesPtr rules = OpenRules("linnaeus");
  Game game(rules, ParsePosition(*rules, "9/9/9/9/3tT4/9/9/4K4/5t3 a"));
  const Move move = ParseLegalMove(game, "f1-f5xe5");
  const Step step = game.Play(move);
  const BoardMarks marks{.last = move, .captured = {step.captured[0]}};
  const std::string board = DrawBoard(*rules, game.position(), marks, {});
  EXPECT_THAT(board, HasSubstr("  5  .  .  .  t  x [t] .  .  .  5\n"));
  EXPECT_THAT(board, HasSubstr("  1  .  .  .  .  . (.) .  .  .  1\n"));
}

TEST(BoardViewTest, TerminalsGetSignsAndColours) {
  const RulesPtr rules = OpenRules("linnaeus");
  const std::string signs = DrawBoard(*rules, rules->start(), {}, {.unicode = true});
  EXPECT_THAT(signs, HasSubstr("  5  ●  ●  ○  ○  ♔  ○  ○  ●  ●  5\n"));
  EXPECT_THAT(signs, Not(HasSubstr("\x1b")));
  const BoardStyle style{.unicode = true, .colour = true};
  const std::string coloured = DrawBoard(*rules, rules->start(), {}, style);
  EXPECT_THAT(coloured, HasSubstr("\x1b[38;5;255m\x1b[48;5;137m ♚ \x1b[0m")) << "on the throne";
  EXPECT_THAT(coloured, HasSubstr("\x1b[48;5;180m   \x1b[0m")) << "wood";
  EXPECT_THAT(coloured, HasSubstr("\x1b[48;5;187m   \x1b[0m")) << "where the king escapes";
  EXPECT_THAT(BoardLegend(*rules, style), HasSubstr("black ● attackers, white ● defenders"));
}

}  // namespace
}  // namespace raichi
