// Leaves in flight: leaves handed out together, before any of them has been evaluated.

#include <algorithm>

#include "base/check.h"
#include "mcts/search/search.h"

namespace raichi {

// A node counts descents in one byte. In addition to the pending leaves there may be as many
// collisions.
static_assert(2 * kMaxInFlight <= UINT8_MAX);

std::span<const LeafRequest> Search::SelectLeaves() {
  if (leaves_.empty()) Gather();
  return leaves_;
}

const LeafRequest* Search::SelectLeaf() {
  RAICHI_CHECK(budget_.in_flight == 1);
  const std::span<const LeafRequest> leaves = SelectLeaves();
  return leaves.empty() ? nullptr : leaves.data();
}

/// Descends until enough leaves are pending, the search is done or too many descents collided, that
/// is, ended at a leaf that was already pending. Colliding descents stay marked like the others, so
/// that the next descent takes another path.
void Search::Gather() {
  auto wanted = static_cast<size_t>(budget_.in_flight);
  // A small tree holds too little information to direct many descents at once.
  if (config_.visits_per_leaf > 0) {
    const auto step = static_cast<uint32_t>(config_.visits_per_leaf);
    wanted = std::min<size_t>(wanted, 1 + tree_.root().visits / step);
  }
  size_t collisions = 0;
  while (leaves_.size() < wanted && collisions < wanted && !IsDone()) {
    Descent& descent = FreeDescent();
    Descend(&descent);
    const Node& leaf = tree_.node(descent.path.back());
    const bool is_collision = leaf.in_flight > 0 && leaf.IsNew();
    if (is_collision) {
      ++collisions;
    } else if (ExploreLeaf(&descent)) {
      leaves_.push_back({&descent.walk, {descent.leaf_moves.data(), descent.leaf_moves.size()}});
    } else {
      continue;
    }
    if (wanted > 1) Mark(descent.path);
  }
}

/// Returns the descent to use for the next leaf.
Descent& Search::FreeDescent() {
  if (descents_.size() == leaves_.size()) {
    descents_.push_back(std::make_unique<Descent>(Descent{{}, {}, game_, {}}));
  }
  return *descents_[leaves_.size()];
}

void Search::Mark(std::span<const uint32_t> path) {
  for (const uint32_t index : path) ++tree_.node(index).in_flight;
  marked_.insert(marked_.end(), path.begin(), path.end());
}

/// Clears the leaves in flight and their marks.
void Search::Land() {
  for (const uint32_t index : marked_) --tree_.node(index).in_flight;
  marked_.clear();
  leaves_.clear();
}

void Search::Backup(std::span<const Evaluation> evaluations) {
  RAICHI_CHECK(!evaluations.empty() && evaluations.size() == leaves_.size());
  for (size_t i = 0; i < evaluations.size(); ++i) Answer(*descents_[i], evaluations[i]);
  Land();
}

/// Gives a leaf its evaluation. If a node on its path was refuted or proven in the meantime, the
/// evaluation is discarded and the leaf stays new.
void Search::Answer(const Descent& descent, const Evaluation& evaluation) {
  const uint32_t leaf = descent.path.back();
  const MoveList& moves = descent.leaf_moves;
  RAICHI_CHECK(evaluation.priors.size() == moves.size());
  const auto is_proven = [this](uint32_t index) {
    return config_.prove && tree_.node(index).proof != Proof::kNone;
  };
  if (std::ranges::any_of(descent.path, is_proven)) return;
  tree_.node(leaf).raw_value = evaluation.Value();
  knows_moves_left_ |= evaluation.moves_left > 0;
  if (leaf == Tree::kRoot) {
    ExpandRoot(moves, evaluation.priors);
  } else {
    tree_.Expand(leaf, {moves.data(), moves.size()}, evaluation.priors);
  }
  BackUp(descent.path, {1, evaluation.Value(), evaluation.draw, evaluation.moves_left});
}

}  // namespace raichi
