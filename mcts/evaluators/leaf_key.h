#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "rules/symmetry.h"

namespace raichi {

/// Equivalence of leaves in a cache.
enum class CacheMode {
  kExact,      // equal positions
  kSymmetric,  // also positions that a symmetry of the rules maps onto each other
};

/// A leaf's key in a cache: a hash, and the symmetry that maps the leaf to the stored position.
struct LeafKey {
  uint64_t hash = 0;
  Symmetry symmetry;  // maps the leaf to the stored position
  bool operator==(const LeafKey&) const = default;
};

/// A maker of leaf keys. A key covers what an evaluation may depend on: the position, the rules and
/// the last moves. It leaves out earlier positions, although the game's result may depend on
/// whether one of them recurs. But if the rules forbid repeating a position, it covers the whole
/// history, and only equal positions share a key. Not thread-safe.
class LeafKeys {
 public:
  /// `history` is the number of last moves that are part of the key.
  LeafKeys(CacheMode mode, int history) : mode_(mode), history_(history) {}

  LeafKey Of(const LeafRequest& leaf);
  /// Reorders priors from the leaf's order of moves to that of the stored frame; `FromStored`
  /// reverses it. In exact mode the two orders are the same.
  void ToStored(const LeafRequest& leaf, Symmetry symmetry, std::vector<float>* priors);
  void FromStored(const LeafRequest& leaf, Symmetry symmetry, std::vector<float>* priors);

 private:
  uint64_t HashUnder(Symmetry symmetry, const Game& game) const;
  std::span<const Symmetry> SymmetriesFor(const Rules& rules);
  void SortMoves(const LeafRequest& leaf, Symmetry symmetry);

  CacheMode mode_;
  int history_;
  std::map<uint64_t, std::vector<Symmetry>> symmetries_;  // keyed by the rules' fingerprint
  std::vector<uint32_t> order_;  // stored order; low half: index in the leaf's moves
  std::vector<float> priors_;
};

}  // namespace raichi
