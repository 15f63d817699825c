// Pictures of positions and of value curves.

#include "app/draw/board_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/fmt/fmt.h>

#include <string>

#include "app/draw/board_view.h"
#include "app/draw/colours.h"
#include "app/draw/svg.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "rules/notation.h"
#include "tests/support/family_rules.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::Not;

int Count(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(BoardSvgTest, DrawsSquaresByTheirKindAndPieces) {
  const RulesPtr brandubh = OpenRules("brandubh");
  const std::string corners = DrawBoardSvg(*brandubh, brandubh->start(), {});
  EXPECT_EQ(Count(corners, "grid special"), 5) << "four corners and the throne";
  EXPECT_EQ(Count(corners, "grid wood"), 44);
  EXPECT_EQ(Count(corners, "class=\"attacker\""), 8);
  EXPECT_EQ(Count(corners, "class=\"defender\""), 4);
  EXPECT_EQ(Count(corners, "class=\"king\""), 1);

  const RulesPtr bologna = OpenRules("ashton-bologna");
  const std::string camps = DrawBoardSvg(*bologna, bologna->start(), {});
  EXPECT_EQ(Count(camps, "grid camp"), 16);
  EXPECT_EQ(Count(camps, "grid goal"), 20) << "the rim without its camps";
}

TEST(BoardSvgTest, DrawsTheRoyalAttackerAndClosedCamps) {
  const RulesPtr rules = RoyalCamps();
  const Position position = ParsePosition(*rules, "4t4/9/9/9/b3K4/9/9/9/9 a - a4");
  const std::string board = DrawBoardSvg(*rules, position, {});
  EXPECT_EQ(Count(board, "grid closed"), 12);
  EXPECT_EQ(Count(board, "grid camp"), 4);
  EXPECT_EQ(Count(board, "class=\"attacker\""), 2);
  EXPECT_EQ(Count(board, "class=\"crown\""), 2);
}

TEST(BoardSvgTest, MarksTheLastMoveAndItsCaptures) {
  Game game(OpenRules("linnaeus"),
            ParsePosition(*OpenRules("linnaeus"), "9/9/9/9/3tT4/9/9/4K4/5t3 a"));
  game.Play(ParseLegalMove(game, "f1-f5xe5"));
  const BoardMarks marks = LastMoveOf(game);
  EXPECT_EQ(marks.captured, std::vector<Square>{ParseSquare("e5", 9)});
  const std::string svg = DrawBoardSvg(game.rules(), game.position(), {.marks = marks});
  EXPECT_EQ(Count(svg, "grid marked"), 2);
  EXPECT_EQ(Count(svg, "class=\"captured\""), 1);
}

TEST(BoardSvgTest, MarksACapturedKing) {
  const RulesPtr rules = OpenRules("brandubh");
  Game game(rules, ParsePosition(*rules, "7/3t3/1tT2t1/tK5/3t2t/t6/3t3 a"));
  game.Play(ParseLegalMove(game, "g3-g4"));
  game.Play(ParseLegalMove(game, "c5-c7"));
  game.Play(ParseLegalMove(game, "g4-c4"));
  ASSERT_EQ(game.reason(), Reason::kKingCaptured);
  const BoardMarks marks = LastMoveOf(game);
  EXPECT_EQ(marks.captured, std::vector<Square>{ParseSquare("b4", 7)});
  const std::string svg = DrawBoardSvg(*rules, game.position(), {.marks = marks});
  EXPECT_THAT(svg, HasSubstr("<g class=\"fallen\">\n<circle class=\"king\""));
  EXPECT_EQ(Count(svg, "class=\"captured\""), 1);
  EXPECT_THAT(DrawBoard(*rules, game.position(), marks, {}),
              HasSubstr("  4  t xKx[t] +  .  . (.) 4\n"));
}

TEST(BoardSvgTest, AllBoardsHaveTheSameColours) {
  const RulesPtr rules = OpenRules("linnaeus");
  const std::string svg = DrawBoardSvg(*rules, rules->start(), {});
  const std::string css = BoardColoursCss();
  for (const BoardColour& colour : kBoardColours) {
    for (const uint32_t shade : {colour.light, colour.dark}) {
      const std::string text = fmt::format("#{:06x}", shade);
      EXPECT_THAT(svg, HasSubstr(text)) << colour.name;
      EXPECT_THAT(css, HasSubstr(fmt::format("--{}:{};", colour.name, text)));
    }
  }
  EXPECT_THAT(svg, Not(HasSubstr("$")));
}

TEST(BoardSvgTest, ArrowsPointAlongTheirMovesTheBestOnTop) {
  const RulesPtr rules = OpenRules("linnaeus");
  const auto arrow = [](const char* move) { return BoardArrow{ParseMove(move, 9), 0.5}; };
  const std::string svg =
      DrawBoardSvg(*rules, rules->start(),
                   {.arrows = {arrow("e2-f2"), arrow("e2-d2"), arrow("e3-e2"), arrow("e2-e3")}});
  const size_t best = svg.find("arrow best");
  EXPECT_GT(best, svg.rfind("class=\"arrow\""));
  EXPECT_THAT(svg.substr(best), HasSubstr("rotate(0)"));
  for (const char* angle : {"rotate(180)", "rotate(90)", "rotate(-90)"}) {
    EXPECT_THAT(svg, HasSubstr(angle));
  }
}

TEST(BoardSvgTest, TheBarIsTheAttackersShare) {
  const RulesPtr rules = OpenRules("brandubh");
  const std::string without = DrawBoardSvg(*rules, rules->start(), {});
  EXPECT_THAT(without, Not(HasSubstr("class=\"attackers-bar\"")));
  const std::string svg = DrawBoardSvg(*rules, rules->start(), {.attackers_points = 25.0});
  EXPECT_THAT(svg, HasSubstr("height=\"91.0\"")) << "a quarter of seven squares of 52";
  EXPECT_THAT(svg, HasSubstr(">25</text>"));
}

TEST(BoardSvgTest, CaptionsMaySayAnything) {
  const RulesPtr rules = OpenRules("brandubh");
  const std::string svg = DrawBoardSvg(*rules, rules->start(),
                                       {.caption = {"a <b> & \"c\"", "two", "\x07\n\xff\u202e"}});
  EXPECT_THAT(svg, HasSubstr("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"));
  EXPECT_THAT(svg, HasSubstr(">two</text>"));
  EXPECT_THAT(svg, HasSubstr(R"(>\x07\n\xFF\u202E</text>)"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
}

TEST(CurveSvgTest, GoesThroughTheValuesAndMarksWhatWentWrong) {
  const std::string svg =
      DrawCurveSvg({.title = "x", .points = {50, 100, 0}, .mistakes = {0}, .blunders = {1}});
  EXPECT_THAT(svg, HasSubstr("d=\"M48.0 168.0L408.0 48.0L768.0 288.0\""));
  EXPECT_THAT(svg, HasSubstr("class=\"mistake\" cx=\"408.0\" cy=\"48.0\""));
  EXPECT_THAT(svg, HasSubstr("class=\"blunder\" cx=\"768.0\" cy=\"288.0\""));
  EXPECT_THAT(DrawCurveSvg({.title = "x", .points = {50}}), HasSubstr("M48.0 168.0"));
}

}  // namespace
}  // namespace raichi
