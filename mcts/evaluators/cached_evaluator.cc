#include "mcts/evaluators/cached_evaluator.h"

#include <algorithm>
#include <bit>

namespace raichi {

bool CachedEvaluator::Recall(const LeafRequest& leaf, Evaluation* out) {
  return Find(keys_.Of(leaf), leaf, out);
}

bool CachedEvaluator::Find(const LeafKey& key, const LeafRequest& leaf, Evaluation* out) {
  if (!cache_->Find(key.hash, leaf.moves.size(), out)) return false;
  keys_.FromStored(leaf, key.symmetry, &out->priors);
  return true;
}

void CachedEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  misses_.clear();
  miss_keys_.clear();
  answers_.clear();
  slots_.assign(std::bit_ceil(2 * leaves.size() + 1), 0);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const LeafKey key = keys_.Of(leaves[i]);
    if (Find(key, leaves[i], &out[i])) continue;
    answers_.push_back({i, FindOrAddMiss(key, leaves[i]), key.symmetry});
  }
  if (misses_.empty()) return;

  if (evaluations_.size() < misses_.size()) evaluations_.resize(misses_.size());
  next_->Evaluate(misses_, std::span(evaluations_).first(misses_.size()));
  for (size_t i = 0; i < misses_.size(); ++i) {
    keys_.ToStored(misses_[i], miss_keys_[i].symmetry, &evaluations_[i].priors);
    cache_->Store(miss_keys_[i].hash, evaluations_[i]);
  }
  for (const Answer& answer : answers_) {
    out[answer.leaf] = evaluations_[answer.miss];
    keys_.FromStored(leaves[answer.leaf], answer.symmetry, &out[answer.leaf].priors);
  }
  cache_->CountDuplicates(answers_.size() - misses_.size());
}

/// Returns the index of the leaf in `misses_`; adds it if it is the first of its key in this batch.
size_t CachedEvaluator::FindOrAddMiss(const LeafKey& key, const LeafRequest& leaf) {
  const size_t mask = slots_.size() - 1;
  size_t slot = (key.hash >> 20) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const size_t miss = slots_[slot] - 1;
    if (miss_keys_[miss].hash == key.hash && misses_[miss].moves.size() == leaf.moves.size())
      return miss;
  }
  misses_.push_back(leaf);
  miss_keys_.push_back(key);
  slots_[slot] = static_cast<uint32_t>(misses_.size());
  return misses_.size() - 1;
}

}  // namespace raichi
