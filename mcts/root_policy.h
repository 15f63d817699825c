#pragma once

#include <span>

#include "rules/rng.h"

namespace raichi {

/// How a search's root explores: its priors are flattened and mixed with noise.

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

}  // namespace raichi
