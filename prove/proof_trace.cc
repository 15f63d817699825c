#include "prove/proof_trace.h"

#include "base/counted.h"
#include "rules/notation.h"

namespace raichi {
namespace {

/// Whether the position after a move of the owner, or the end of the game, is as claimed.
bool KeepsProof(const ProofBook& book, const Game& game, int ply) {
  if (ply < game.ply() || !game.IsOver()) return book.Find(game.PositionAt(ply)).has_value();
  return game.result() == WinFor(book.owner()) ||
         (game.result() == Result::kDraw && book.claim() == Claim::kHolds);
}

}  // namespace

std::string ClaimText(Claim claim, Side owner, int plies) {
  const std::string side(ToString(owner));
  if (claim == Claim::kHolds) return side + " hold at least a draw";
  return side + " win within " + Counted(plies, "ply");
}

ProofTrace TraceGame(const ProofBook& book, const Game& game) {
  ProofTrace trace;
  for (int ply = 0; ply < game.ply(); ++ply) {
    const Position& position = game.PositionAt(ply);
    if (position.to_move() != book.owner()) continue;
    const auto entry = book.Find(position);
    if (!entry) continue;
    const Move played = game.moves()[static_cast<size_t>(ply)];
    ++trace.turns;
    trace.same += played == entry->move;
    if (trace.left || KeepsProof(book, game, ply + 1)) continue;
    trace.left = {ply, position, entry->plies, played, entry->move};
  }
  return trace;
}

}  // namespace raichi
