#include "mcts/search/pending_leaves.h"

#include <algorithm>

namespace raichi {

void Descent::WalkToLeaf(int root_ply) {
  const std::span<const Move> walked = walk.moves().subspan(static_cast<size_t>(root_ply));
  const auto [end, unused] =
      std::mismatch(moves.begin(), moves.end(), walked.begin(), walked.end());
  walk.Rewind(root_ply + static_cast<int>(end - moves.begin()));
  for (auto move = end; move != moves.end(); ++move) walk.Play(*move);
}

Descent& PendingLeaves::NextDescent(const Game& root) {
  if (descents_.size() == requests_.size()) {
    descents_.push_back(std::make_unique<Descent>(Descent{{}, {}, root, {}}));
  }
  return *descents_[requests_.size()];
}

void PendingLeaves::Add() {
  const Descent& descent = *descents_[requests_.size()];
  requests_.push_back({&descent.walk, {descent.leaf_moves.data(), descent.leaf_moves.size()}});
}

void PendingLeaves::Mark(std::span<const uint32_t> path, Tree* tree) {
  for (const uint32_t index : path) ++tree->node(index).in_flight;
  marked_.insert(marked_.end(), path.begin(), path.end());
}

void PendingLeaves::Clear(Tree* tree) {
  for (const uint32_t index : marked_) --tree->node(index).in_flight;
  marked_.clear();
  requests_.clear();
}

void PendingLeaves::SetGame(const Game& root) {
  for (const auto& descent : descents_) descent->walk = root;
}

void PendingLeaves::Play(int root_ply, Move move) {
  for (const auto& descent : descents_) {
    descent->walk.Rewind(root_ply);
    descent->walk.Play(move);
  }
}

}  // namespace raichi
