#include "mcts/players/instant_player.h"

#include "base/check.h"
#include "mcts/search/tactics.h"

namespace raichi {
namespace {

/// Returns how much the greedy player likes a move. Each criterion outweighs all later ones
/// together.
int Appeal(Game* game, Move move) {
  constexpr int kWin = 1'000'000, kSafe = 10'000, kDraw = 5'000, kCapture = 10;
  const Side side = game->to_move();
  const Step step = game->Play(move);
  int appeal = step.num_captured * kCapture;
  if (game->IsOver()) {
    appeal = game->result() == WinFor(side) ? kWin : game->result() == Result::kDraw ? kDraw : 0;
  } else {
    MoveList replies;
    game->LegalMoves(&replies);
    const std::span<const Move> moves(replies.data(), replies.size());
    if (WinInOne(game->rules(), game->position(), moves).IsNone()) appeal += kSafe;
    if (side == Side::kDefenders) appeal += KingRoads(game->rules(), game->position());
  }
  game->TakeBack();
  return appeal;
}

}  // namespace

Move ChooseRandomMove(const Game& game, Rng* rng) {
  MoveList moves;
  game.LegalMoves(&moves);
  RAICHI_CHECK(!moves.empty());
  return moves[rng->Below(static_cast<uint32_t>(moves.size()))];
}

Move ChooseGreedyMove(const Game& game, Rng* rng) {
  MoveList moves;
  game.LegalMoves(&moves);
  RAICHI_CHECK(!moves.empty());
  Game trial = game;
  Move choice;
  int best = -1;
  uint32_t equals = 0;
  for (const Move move : moves) {
    const int appeal = Appeal(&trial, move);
    if (appeal > best) equals = 0;
    if (appeal < best) continue;
    best = appeal;
    // The k-th of k equal moves replaces the current choice with probability 1/k, so all are
    // equally likely.
    if (rng->Below(++equals) == 0) choice = move;
  }
  return choice;
}

}  // namespace raichi
