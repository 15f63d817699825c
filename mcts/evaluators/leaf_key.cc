#include "mcts/evaluators/leaf_key.h"

#include <algorithm>
#include <span>

#include "base/rng.h"

namespace raichi {

uint64_t LeafKey(const Game& game, int history) {
  uint64_t hash = Mix64(game.StateHash() ^ game.rules().fingerprint());
  const std::span<const Move> moves = game.moves();
  for (const Move move : moves.last(std::min(moves.size(), static_cast<size_t>(history)))) {
    hash = Mix64(hash ^ move.code());
  }
  return hash;
}

}  // namespace raichi
