#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "mcts/search/proof.h"
#include "mcts/search/tree.h"

namespace raichi {

/// What decides which of a node's moves is rather played; seen by the node's side to move.
struct Candidate {
  Proof proof = Proof::kNone;
  int plies_to_end = 0;                                   // after the move, where proven
  uint32_t visits = 0;                                    // 0 also where proven to lose
  float value = std::numeric_limits<float>::quiet_NaN();  // NaN unvisited
  float prior = 0;

  bool IsVisited() const { return !std::isnan(value); }
};

/// What the tree knows of a move. `prove`: whether proofs count.
Candidate CandidateOf(const Tree& tree, const Edge& edge, bool prove);

/// Whether `a` is rather played than `b`: by proof (the fastest win, the slowest loss), then
/// visits, value and prior.
bool IsBetter(const Candidate& a, const Candidate& b);

}  // namespace raichi
