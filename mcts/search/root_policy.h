#pragma once

#include <cstdint>
#include <span>

#include "rules/rng.h"

namespace raichi {

/// How a search's root explores: its priors are flattened and mixed with noise, and moves are
/// forced to be visited.

/// priors^(1 / temperature), scaled to sum 1. `temperature` > 0.
void ApplyPolicyTemperature(float temperature, std::span<float> priors);

/// How the noise's total concentration is spread over the moves, summing to 1 (KataGo, Wu 2019):
/// half evenly, half in proportion to max(0, l - mean l) for l = log(min(prior, 0.01) + 1e-20), so
/// that moves which the prior thinks possible at all get more of it than hopeless ones.
void DirichletShape(std::span<const float> priors, std::span<double> shape);

/// A draw from the gamma distribution of shape `alpha` > 0 and scale 1 (Marsaglia and Tsang 2000).
double SampleGamma(double alpha, Rng* rng);

/// Replaces the share `fraction` of the priors by a draw from the Dirichlet distribution with
/// parameters `concentration` * `DirichletShape(priors)`.
void MixDirichletNoise(float fraction, float concentration, Rng* rng, std::span<float> priors);

/// What a search knows of one of its root's moves.
struct RootMove {
  float prior = 0;
  int visits = 0;      // of its subtree, kept ones included
  int new_visits = 0;  // since the search began, those under way included
  float value = 0;     // mean, for the root's side to move, in [-1, 1]; of no meaning unvisited
  bool is_refuted = false;  // proven to lose
};

/// The visits that a move gets once it has one, of `total` of all moves (forced playouts, Wu 2019,
/// 3.2): sqrt(factor prior total).
float ForcedVisits(float factor, float prior, float total);

/// The visits of each move without those that were forced only (policy target pruning, Wu 2019,
/// 3.2). The most visited move keeps its own; each other one loses up to its forced visits, as far
/// as its score, value + exploration prior / (1 + visits), stays below that of the most visited,
/// and all where one would be left. `moves`: their values include what the lengths of their games
/// add to them (`ValueOfLength`).
void PruneForced(float factor, float exploration, std::span<const RootMove> moves,
                 std::span<uint32_t> visits);

}  // namespace raichi
