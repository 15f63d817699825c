#include "rules/perft.h"

#include "rules/movegen.h"

namespace raichi {

uint64_t Perft(const Rules& rules, const Position& position, int depth) {
  if (depth == 0) return 1;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  uint64_t leaves = 0;
  for (const Move move : moves) {
    Position next = position;
    const Step step = Play(rules, move, &next);
    if (depth == 1) {
      ++leaves;
    } else if (step.result == Result::kOngoing) {
      leaves += Perft(rules, next, depth - 1);
    }
  }
  return leaves;
}

}  // namespace raichi
