#pragma once

#include <cstdint>
#include <span>

#include "base/rng.h"

namespace raichi {

/// Root exploration: flattened priors and Dirichlet noise.

/// Replaces the priors with priors^(1 / temperature), scaled to sum to 1. `temperature` must be
/// positive.
void ApplyPolicyTemperature(float temperature, std::span<float> priors);

/// Computes how the total concentration of the noise is distributed over the moves; the shares sum
/// to 1 (KataGo, Wu 2019). Half is distributed evenly and half in proportion to max(0, l - mean l)
/// with l = log(min(prior, 0.01) + 1e-20), so that moves with a non-negligible prior get a larger
/// share than hopeless ones.
void DirichletShape(std::span<const float> priors, std::span<double> shape);

/// Returns a sample from the gamma distribution of shape `alpha` > 0 and scale 1 (Marsaglia and
/// Tsang 2000).
double SampleGamma(double alpha, Rng* rng);

/// Mixes noise into the priors: priors become (1 - `fraction`) * prior + `fraction` * sample, with
/// a sample from the Dirichlet distribution with parameters `concentration` *
/// `DirichletShape(priors)`.
void MixDirichletNoise(float fraction, float concentration, Rng* rng, std::span<float> priors);

/// A search's statistics of one of its root's moves.
struct RootMove {
  float prior = 0;
  int visits = 0;      // of its subtree, including visits kept from earlier searches
  int new_visits = 0;  // since the search began, including visits in flight
  float value = 0;     // mean, for the root's side to move, in [-1, 1]; meaningless if unvisited
  bool is_refuted = false;  // proven to lose
};

}  // namespace raichi
