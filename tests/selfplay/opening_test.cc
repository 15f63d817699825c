#include "selfplay/play/opening.h"

#include <gtest/gtest.h>

#include <set>

#include "rules/notation.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

TEST(OpeningTest, HasTheWantedLengthAndVaries) {
  std::set<std::string> positions;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Game game(Variant("linnaeus"));
    Rng rng(seed);
    PlayRandomOpening(4, &rng, &game);
    EXPECT_EQ(game.ply(), 4);
    positions.insert(ToString(game.rules(), game.position()));
  }
  EXPECT_GT(positions.size(), 45u);
}

TEST(OpeningTest, EndsWhereNoMoveEndsTheGame) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Game game(Variant("linnaeus"));
    Rng rng(seed);
    PlayRandomOpening(12, &rng, &game);
    MoveList moves;
    game.LegalMoves(&moves);
    for (const Move move : moves) {
      game.Play(move);
      EXPECT_FALSE(game.IsOver());
      game.TakeBack();
    }
  }
}

TEST(OpeningTest, IsLeftOutWhereTheNextMoveCanAlwaysEndTheGame) {
  const RulesPtr rules = Variant("linnaeus");
  Game game(rules, ParsePosition(*rules, "9/9/9/9/4K4/9/9/9/t8 a"));  // Every move gives tuichu.
  Rng rng(1);
  PlayRandomOpening(1, &rng, &game);
  EXPECT_EQ(game.ply(), 0);
  EXPECT_FALSE(game.IsOver());
}

}  // namespace
}  // namespace raichi
