#include "mcts/evaluators/cached_evaluator.h"

#include <algorithm>
#include <bit>

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

uint64_t CachedEvaluator::KeyOf(const LeafRequest& leaf) const {
  return LeafKey(*leaf.game, cache_->config().history);
}

bool CachedEvaluator::Recall(const LeafRequest& leaf, Evaluation* out) {
  return cache_->Find(KeyOf(leaf), leaf.moves.size(), out);
}

void CachedEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  misses_.clear();
  miss_keys_.clear();
  answers_.clear();
  slots_.assign(std::bit_ceil(2 * leaves.size() + 1), 0);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const uint64_t key = KeyOf(leaves[i]);
    if (cache_->Find(key, leaves[i].moves.size(), &out[i])) continue;
    answers_.push_back({i, FindOrAddMiss(key, leaves[i])});
  }
  if (misses_.empty()) return;

  if (evaluations_.size() < misses_.size()) evaluations_.resize(misses_.size());
  next_->Evaluate(misses_, std::span(evaluations_).first(misses_.size()));
  for (size_t i = 0; i < misses_.size(); ++i) cache_->Store(miss_keys_[i], evaluations_[i]);
  for (const Answer& answer : answers_) out[answer.leaf] = evaluations_[answer.miss];
}

/// Returns the index of the leaf in `misses_`; adds it if it is the first of its key in this batch.
size_t CachedEvaluator::FindOrAddMiss(uint64_t key, const LeafRequest& leaf) {
  const size_t mask = slots_.size() - 1;
  size_t slot = (key >> 20) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const size_t miss = slots_[slot] - 1;
    if (miss_keys_[miss] == key && misses_[miss].moves.size() == leaf.moves.size()) return miss;
  }
  misses_.push_back(leaf);
  miss_keys_.push_back(key);
  slots_[slot] = static_cast<uint32_t>(misses_.size());
  return misses_.size() - 1;
}

}  // namespace raichi
