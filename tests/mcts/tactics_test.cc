#include "mcts/search/tactics.h"

#include <gtest/gtest.h>

#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"
#include "tests/support/family_rules.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

Move Find(const Game& game) {
  MoveList moves;
  game.LegalMoves(&moves);
  return WinInOne(game.rules(), game.position(), {moves.data(), moves.size()});
}

TEST(WinInOne, SeesTheKingsOpenRoad) {
  const RulesPtr rules = OpenRules("linnaeus");
  const Game game = GameAt(rules, "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d");
  const Move win = Find(game);
  EXPECT_EQ(win.from(), Square(5, 4));
  EXPECT_EQ(win.to(), Square(9, 4));
}

TEST(WinInOne, SeesTheCaptureOfTheKing) {
  const RulesPtr rules = OpenRules("linnaeus");
  EXPECT_EQ(ToString(Find(GameAt(rules, "9/9/9/2tK4t/9/9/9/9/9 a"))), "i6-e6");
}

TEST(WinInOne, SeesTheCaptureOfTheRoyalAttacker) {
  const RulesPtr rules = RoyalCamps();
  EXPECT_EQ(ToString(Find(GameAt(rules, "t3T4/9/9/9/4K4/2Tb5/9/3t5/4T4 d"))), "e5-e4");
  EXPECT_TRUE(Find(GameAt(rules, "t3T4/9/9/9/4K4/2Tt5/9/3t5/4T4 d")).IsNone());
}

TEST(WinInOne, IsNotFooledByAWalledKing) {
  const RulesPtr rules = OpenRules("linnaeus");
  EXPECT_TRUE(Find(GameAt(rules, "9/9/9/3K5/2tTt4/3t5/9/9/9 a")).IsNone());
}

// Plays random games of every variant. Every move found must win, and no escape or capture of the
// king may be missed.
TEST(WinInOne, IsExactUnderAllRules) {
  int wins = 0;
  for (const std::string& name : VariantNames()) {
    for (uint64_t seed = 0; seed < 30; ++seed) {
      Game game(OpenRules(name));
      for (int ply = 0; ply < 80 && !game.IsOver(); ++ply) {
        MoveList moves;
        game.LegalMoves(&moves);
        bool has_win = false;
        for (const Move move : moves) {
          game.Play(move);
          has_win |= game.reason() == Reason::kKingEscaped ||
                     game.reason() == Reason::kKingCaptured ||
                     game.reason() == Reason::kRoyalCaptured;
          game.TakeBack();
        }
        const Move found = Find(game);
        ASSERT_EQ(!found.IsNone(), has_win)
            << name << ' ' << ToString(game.rules(), game.position());
        if (has_win) {
          ++wins;
          const Side side = game.to_move();
          game.Play(found);
          ASSERT_EQ(game.result(), WinFor(side)) << name;
          game.TakeBack();
        }
        PlayRandomly(1, seed * 1000 + static_cast<uint64_t>(ply), &game);
      }
    }
  }
  EXPECT_GT(wins, 500);
}

}  // namespace
}  // namespace raichi
