#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "mcts/search/proof.h"
#include "mcts/search/tree.h"

namespace raichi {

/// Ranking key for a node's moves, from the perspective of the side to move.
struct Candidate {
  Proof proof = Proof::kNone;
  int plies_to_end = 0;                                   // after the move, if proven
  uint32_t visits = 0;                                    // 0 if proven to lose
  float value = std::numeric_limits<float>::quiet_NaN();  // NaN if unvisited
  float prior = 0;

  bool IsVisited() const { return !std::isnan(value); }
};

/// Returns the ranking key of the move `edge`. If `prove` is false, proofs are ignored.
Candidate CandidateOf(const Tree& tree, const Edge& edge, bool prove);

/// Returns true if `a` ranks above `b`. Compares proofs first (the fastest win is best, the fastest
/// loss is worst), then visits, then value, then prior.
bool IsBetter(const Candidate& a, const Candidate& b);

}  // namespace raichi
