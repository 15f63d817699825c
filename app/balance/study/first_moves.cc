#include <algorithm>

#include "app/balance/study/pairing.h"

namespace raichi {

std::vector<Symmetry> SymmetriesOfSetup(const Rules& rules) {
  std::vector<Symmetry> symmetries = SymmetriesOf(rules);
  std::erase_if(symmetries, [&](const Symmetry symmetry) {
    return symmetry(rules.start(), rules) != rules.start();
  });
  return symmetries;
}

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
