#include <algorithm>

#include "app/balance/study/pairing.h"

namespace raichi {

Move FirstMoveOf(Move move, const RulesPtr& rules) {
  Move lowest = move;
  for (const Symmetry symmetry : SymmetriesOfSetup(*rules)) {
    lowest = std::min(lowest, symmetry(move, rules->size()));
  }
  return lowest;
}

std::vector<Move> FirstMoves(const RulesPtr& rules) {
  MoveList legal;
  Game(rules).LegalMoves(&legal);
  std::vector<Move> moves;
  for (const Move move : legal) {
    if (FirstMoveOf(move, rules) == move) moves.push_back(move);
  }
  return moves;
}

}  // namespace raichi
