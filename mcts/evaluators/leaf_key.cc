#include "mcts/evaluators/leaf_key.h"

#include <algorithm>

#include "base/rng.h"

namespace raichi {

/// The stored position is the image of the leaf with the smallest hash.
LeafKey LeafKeys::Of(const LeafRequest& leaf) {
  const Game& game = *leaf.game;
  const Rules& rules = game.rules();
  const RepetitionRules& repetition = rules.data().repetition;
  const bool may_repeat = repetition.count == 0 || repetition.result != RepetitionResult::kIllegal;
  if (mode_ == CacheMode::kExact || !may_repeat) return {HashUnder(Symmetry(), game), Symmetry()};
  LeafKey key{HashUnder(Symmetry(), game), Symmetry()};
  for (const Symmetry symmetry : SymmetriesFor(rules)) {
    if (symmetry == Symmetry()) continue;
    const uint64_t hash = HashUnder(symmetry, game);
    if (hash < key.hash) key = {hash, symmetry};
  }
  return key;
}

std::span<const Symmetry> LeafKeys::SymmetriesFor(const Rules& rules) {
  std::vector<Symmetry>& symmetries = symmetries_[rules.fingerprint()];
  if (symmetries.empty()) symmetries = SymmetriesOf(rules);  // never empty: contains the identity
  return symmetries;
}

uint64_t LeafKeys::HashUnder(Symmetry symmetry, const Game& game) const {
  const int size = game.rules().size();
  uint64_t state = game.StateHash();
  // Apart from the position, nothing in the state depends on the frame.
  if (symmetry != Symmetry()) {
    state ^= game.position().hash() ^ ::raichi::HashUnder(symmetry, game.position(), game.rules());
  }
  uint64_t hash = Mix64(state ^ game.rules().fingerprint());
  const std::span<const Move> moves = game.moves();
  for (const Move move : moves.last(std::min(moves.size(), static_cast<size_t>(history_)))) {
    hash = Mix64(hash ^ symmetry(move, size).code());
  }
  return hash;
}

/// Stored priors are ordered by the codes of the moves' images.
void LeafKeys::SortMoves(const LeafRequest& leaf, Symmetry symmetry) {
  const int size = leaf.game->rules().size();
  order_.clear();
  for (uint32_t i = 0; i < leaf.moves.size(); ++i) {
    order_.push_back(uint32_t{symmetry(leaf.moves[i], size).code()} << 16 | i);
  }
  std::sort(order_.begin(), order_.end());
}

void LeafKeys::ToStored(const LeafRequest& leaf, Symmetry symmetry, std::vector<float>* priors) {
  if (mode_ == CacheMode::kExact) return;
  SortMoves(leaf, symmetry);
  priors_ = *priors;
  for (size_t i = 0; i < order_.size(); ++i) (*priors)[i] = priors_[order_[i] & 0xffff];
}

void LeafKeys::FromStored(const LeafRequest& leaf, Symmetry symmetry, std::vector<float>* priors) {
  if (mode_ == CacheMode::kExact) return;
  SortMoves(leaf, symmetry);
  priors_ = *priors;
  for (size_t i = 0; i < order_.size(); ++i) (*priors)[order_[i] & 0xffff] = priors_[i];
}

}  // namespace raichi
