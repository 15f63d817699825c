#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/rng.h"
#include "mcts/search/root_moves.h"
#include "mcts/search/search_config.h"
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

/// Root exploration and policy targets by Danihelka et al. 2022 ("Policy improvement by planning
/// with Gumbel"). The moves to consider are sampled from the policy without replacement, and
/// sequential halving divides the visits among them. The policy target is computed from the
/// resulting values, so it improves on the policy even if few moves were visited.

/// Returns a sample from the standard Gumbel distribution: -log(-log u).
float SampleGumbel(Rng* rng);

/// Returns the value that unvisited moves are assumed to have (the paper's v_mix). It is the mean
/// of the evaluator's value of the root (weight 1) and the prior-weighted mean value of the visited
/// moves (weight N, the sum of all visits):
///     (raw_value + N sum_visited(prior value) / sum_visited(prior)) / (1 + N).
/// Refuted moves are left out.
float MixedValue(float raw_value, std::span<const RootMove> moves);

/// Writes log prior + sigma(value) of each move to `logits`, using `mixed` as the value of
/// unvisited moves, with
///     sigma(value) = (c_visit + most visits of a move) c_scale (1 + value) / 2.
/// The logit of a refuted move is minus infinity. The softmax of the logits (mcts/softmax.h) is the
/// improved policy.
void ImprovedLogits(const GumbelConfig& config, float mixed, std::span<const RootMove> moves,
                    std::span<float> logits);

/// Sequential halving at one root: decides which moves are considered and which one is visited
/// next. Every span holds all of the root's moves, always in the same order.
class GumbelRoot {
 public:
  /// Chooses the moves to consider in a search of `simulations` simulations: those with the
  /// greatest sum of Gumbel sample and log prior.
  void Begin(const GumbelConfig& config, std::span<const RootMove> moves, int simulations,
             Rng* rng);
  /// Returns true if every considered move has had its share of visits, so that the next `Pick`
  /// halves them.
  bool IsPhaseOver(std::span<const RootMove> moves);
  /// Returns the index of the move to visit next: the considered move with the fewest new visits.
  /// Once every considered move has had its share of visits, keeps only the better-scoring half,
  /// but at least two moves. If refutations leave fewer than two, the next moves in the order of
  /// the initial sample are added. At least one move must not be refuted.
  size_t Pick(float raw_value, std::span<const RootMove> moves);
  /// Returns the index of the move to play: among the moves still considered, the visited one with
  /// the greatest score (the sum of its Gumbel sample and improved logit). Falls back to all moves
  /// if none of these was visited.
  size_t Winner(float raw_value, std::span<const RootMove> moves) const;

 private:
  size_t CountConsidered(std::span<const RootMove> moves) const;
  void DropRefuted(std::span<const RootMove> moves);
  size_t LeastVisited(std::span<const RootMove> moves) const;
  void Halve(float raw_value, std::span<const RootMove> moves);
  void AddShare();
  void Score(float raw_value, std::span<const RootMove> moves, std::vector<float>* scores) const;

  GumbelConfig config_;
  std::vector<float> gumbels_;      // by move
  std::vector<size_t> ranking_;     // all moves, ordered by Gumbel sample + log prior
  std::vector<size_t> considered_;  // in the order of the last ranking or scoring
  int simulations_ = 0;
  int phases_ = 0;
  int target_ = 0;             // new visits that each considered move has at the end of the phase
  std::vector<float> scores_;  // by move, at the last choice of moves
};

}  // namespace raichi
