#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "rules/symmetry.h"

namespace raichi {

/// Which leaves count as the same to a cache.
enum class CacheMode {
  kExact,      // equal positions
  kSymmetric,  // those too that a symmetry of the rules turns into each other
};

/// How a cache knows a leaf: by a hash, and in the frame of a symmetry.
struct LeafKey {
  uint64_t hash = 0;
  Symmetry symmetry;  // takes the leaf to the position that is stored
  bool operator==(const LeafKey&) const = default;
};

/// Makes the keys of leaves: of the position with what else decides the future, the rules and the
/// last moves. Where repeating a position is illegal the whole history decides, and only equal
/// positions share a key. Not thread-safe.
class LeafKeys {
 public:
  /// `history`: how many of the last moves tell positions apart.
  LeafKeys(CacheMode mode, int history) : mode_(mode), history_(history) {}

  LeafKey Of(const LeafRequest& leaf);
  /// Priors in the leaf's order of moves to that of the stored frame, and back. In the exact mode
  /// these are the same.
  void ToStored(const LeafRequest& leaf, Symmetry symmetry, std::vector<float>* priors);
  void FromStored(const LeafRequest& leaf, Symmetry symmetry, std::vector<float>* priors);

 private:
  uint64_t HashUnder(Symmetry symmetry, const Game& game) const;
  std::span<const Symmetry> SymmetriesFor(const Rules& rules);
  void SortMoves(const LeafRequest& leaf, Symmetry symmetry);

  CacheMode mode_;
  int history_;
  std::map<uint64_t, std::vector<Symmetry>> symmetries_;  // by the rules' fingerprint
  std::vector<uint32_t> order_;  // of the stored moves: the place in the leaf's, in the low half
  std::vector<float> priors_;
};

}  // namespace raichi
