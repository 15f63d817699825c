#include <gmock/gmock.h>

#include "app/engine/session.h"
#include "base/error.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

Position After(Game game, const std::string& move) {
  game.Play(ParseLegalMove(game, move));
  return game.position();
}

TEST(FollowPosition, FindsTheMoveAndKeepsTheHistory) {
  Game game(OpenRules("linnaeus"));
  EXPECT_EQ(FollowPosition(game.position(), &game), Followed::kSame);
  EXPECT_EQ(FollowPosition(After(game, "i4-i3"), &game), Followed::kMove);
  EXPECT_EQ(FollowPosition(After(game, "e7-g7"), &game), Followed::kMove);
  EXPECT_EQ(game.ply(), 2);
  EXPECT_EQ(ToString(game.moves().back()), "e7-g7");
}

TEST(FollowPosition, FindsCaptures) {
  const RulesPtr rules = OpenRules("linnaeus");
  Game game(rules, ParsePosition(*rules, "9/9/1K7/9/9/9/9/tT5t1/9 a"));
  const Position after = ParsePosition(*rules, "9/9/1K7/9/9/9/9/t1t6/9 d");
  EXPECT_EQ(FollowPosition(after, &game), Followed::kMove);
  EXPECT_EQ(ToString(game.moves().back()), "h2-c2");
}

TEST(FollowPosition, OfAnotherSideOrABoardThatNoMoveExplainsBeginsAnew) {
  Game game(OpenRules("linnaeus"));
  game.Play(ParseLegalMove(game, "i4-i3"));
  Position other = game.position();
  other.SetToMove(Side::kAttackers);
  EXPECT_EQ(FollowPosition(other, &game), Followed::kAnew);
  EXPECT_EQ(game.ply(), 0);
  EXPECT_EQ(game.position(), other);
  other.Remove(ParseSquare("i3", 9), PieceClass::kAttacker);
  EXPECT_EQ(FollowPosition(other, &game), Followed::kAnew);
  EXPECT_EQ(game.position(), other);
}

// Here the third occurrence is a draw; the other program may continue the game.
TEST(FollowPosition, GoesOnWhereTheGameIsOverForUsAlone) {
  Game game(OpenRules("linnaeus"));
  for (const char* move : {"i4-i3", "e7-g7", "i3-i4", "g7-e7", "i4-i3", "e7-g7", "i3-i4"}) {
    game.Play(ParseLegalMove(game, move));
  }
  const Position last = After(game, "g7-e7");
  EXPECT_EQ(FollowPosition(last, &game), Followed::kAnew);
  EXPECT_FALSE(game.IsOver());
  EXPECT_EQ(game.position(), last);
}

TEST(FollowPosition, LeavesTheGameAloneWhereOneCannotPlayOn) {
  const RulesPtr rules = OpenRules("linnaeus");
  Game game(rules, ParsePosition(*rules, "9/9/9/9/3tT4/9/6K2/9/t8 d"));
  const Position before = game.position();
  EXPECT_THROW(FollowPosition(After(game, "g3-i3"), &game), Error);
  EXPECT_EQ(game.position(), before);
}

}  // namespace
}  // namespace raichi
