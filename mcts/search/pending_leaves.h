#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/search/tree.h"
#include "rules/game.h"

namespace raichi {

/// A path from the root to a leaf, kept until the leaf is evaluated.
struct Descent {
  std::vector<uint32_t> path;  // nodes, starting with the root
  std::vector<Move> moves;     // the moves between consecutive nodes of `path`
  Game walk;                   // the root's game, extended by the path to the last leaf
  MoveList leaf_moves;         // legal moves at the leaf

  /// Extends `walk` from the root, which is at `root_ply`, to the end of `moves`.
  void WalkToLeaf(int root_ply);
};

/// The leaves of a search that were handed out together and are not evaluated yet. Keeps the memory
/// of its descents for later leaves.
class PendingLeaves {
 public:
  bool empty() const { return requests_.empty(); }
  size_t size() const { return requests_.size(); }
  std::span<const LeafRequest> requests() const { return requests_; }
  /// Returns the descent to the `i`-th leaf.
  const Descent& descent(size_t i) const { return *descents_[i]; }

  /// Returns the descent to use for the next leaf. `root` is the game at the root.
  Descent& NextDescent(const Game& root);
  /// Adds the leaf at the end of `NextDescent`.
  void Add();
  /// Counts a pending descent in each node of its path (`Node::in_flight`).
  void Mark(std::span<const uint32_t> path, Tree* tree);
  /// Removes all leaves and their marks.
  void Clear(Tree* tree);
  /// Reserves memory for this many leaves.
  void Reserve(size_t leaves) { requests_.reserve(leaves); }

  /// Tells the descents that the root's game is now `root`.
  void SetGame(const Game& root);
  /// Tells the descents that `move` was played at the root, which was at `root_ply`.
  void Play(int root_ply, Move move);

 private:
  std::vector<std::unique_ptr<Descent>> descents_;  // the first ones lead to the pending leaves
  std::vector<LeafRequest> requests_;
  std::vector<uint32_t> marked_;  // nodes, each as often as it is counted in flight
};

}  // namespace raichi
