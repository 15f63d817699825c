// Tests that Game::DrawByRepetition finds the moves that draw, in games that go back and forth.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/rng.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"

namespace raichi {
namespace {

bool Draws(Game* game, Move move) {
  game->Play(move);
  const bool draws = game->reason() == Reason::kRepetition && game->result() == Result::kDraw;
  game->TakeBack();
  return draws;
}

/// Plays the move that takes the side's last one back, if it may and if `back`; otherwise any move.
void PlayBackOrAny(bool back, Rng* rng, Game* game) {
  MoveList moves;
  game->LegalMoves(&moves);
  Move move = moves[rng->Below(static_cast<uint32_t>(moves.size()))];
  const int ply = game->ply();
  if (back && ply >= 2) {
    const Move last = game->moves()[static_cast<size_t>(ply) - 2];
    const auto reverse = std::ranges::find_if(
        moves, [&](Move m) { return m.from() == last.to() && m.to() == last.from(); });
    if (reverse != moves.end()) move = *reverse;
  }
  game->Play(move);
}

/// Returns how many positions had a move that draws.
int CheckGame(const RulesPtr& rules, uint64_t seed) {
  Rng rng(seed);
  int found = 0;
  for (Game game(rules); !game.IsOver() && game.ply() < 200;) {
    MoveList moves;
    game.LegalMoves(&moves);
    const Move draw = game.DrawByRepetition({moves.data(), moves.size()});
    const auto draws = [&](Move move) { return Draws(&game, move); };
    EXPECT_EQ(draw.IsNone(), std::ranges::none_of(moves, draws)) << "ply " << game.ply();
    if (!draw.IsNone()) {
      EXPECT_TRUE(draws(draw)) << "ply " << game.ply();
      ++found;
    }
    PlayBackOrAny(rng.Uniform() < 0.8, &rng, &game);
  }
  return found;
}

int CheckGames(int count, RepetitionResult result) {
  RuleSet set = OpenRules("linnaeus")->data();
  set.repetition = {count, result};
  const auto rules = std::make_shared<const Rules>(set);
  int found = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) found += CheckGame(rules, seed);
  return found;
}

TEST(DrawByRepetition, IsFoundWhereverAMoveDraws) {
  EXPECT_GT(CheckGames(3, RepetitionResult::kDraw), 20);
  EXPECT_GT(CheckGames(2, RepetitionResult::kDraw), 20);
  EXPECT_GT(CheckGames(4, RepetitionResult::kDraw), 10);
}

TEST(DrawByRepetition, IsNotFoundUnderOtherRules) {
  EXPECT_EQ(CheckGames(3, RepetitionResult::kMoverLoses), 0);
  EXPECT_EQ(CheckGames(3, RepetitionResult::kDefendersLose), 0);
  EXPECT_EQ(CheckGames(0, RepetitionResult::kDraw), 0);
}

}  // namespace
}  // namespace raichi
