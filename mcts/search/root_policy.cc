#include "mcts/search/root_policy.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/normal.h"
#include "rules/movegen.h"

namespace raichi {

void ApplyPolicyTemperature(float temperature, std::span<float> priors) {
  if (temperature == 1.0f || priors.empty()) return;
  const float top = *std::max_element(priors.begin(), priors.end());
  if (top <= 0) return;
  float sum = 0;
  for (float& prior : priors) sum += prior = std::pow(prior / top, 1 / temperature);
  for (float& prior : priors) prior /= sum;
}

void DirichletShape(std::span<const float> priors, std::span<double> shape) {
  RAICHI_CHECK(priors.size() == shape.size());
  const auto count = static_cast<double>(priors.size());
  double mean = 0;
  for (size_t i = 0; i < priors.size(); ++i) {
    shape[i] = std::log(std::min(0.01, static_cast<double>(priors[i])) + 1e-20);
    mean += shape[i] / count;
  }
  double above = 0;
  for (double& weight : shape) above += weight = std::max(0.0, weight - mean);
  // Due to rounding, equal priors may differ slightly from their mean.
  const bool is_flat = above < 1e-9 * count;
  for (double& weight : shape) weight = is_flat ? 1 / count : 0.5 * (weight / above + 1 / count);
}

double SampleGamma(double alpha, Rng* rng) {
  if (alpha < 1) return SampleGamma(alpha + 1, rng) * std::pow(1 - rng->Uniform(), 1 / alpha);
  const double d = alpha - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = SampleNormal(rng);
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(1 - rng->Uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) {
      return d * v;
    }
  }
}

void MixDirichletNoise(float fraction, float concentration, Rng* rng, std::span<float> priors) {
  std::array<double, size_t{4} * kMaxBoardSize * kMaxBoardSize> buffer;
  const std::span<double> noise = std::span(buffer).first(priors.size());
  DirichletShape(priors, noise);
  double sum = 0;
  for (double& draw : noise) sum += draw = SampleGamma(concentration * draw, rng);
  if (sum <= 0) return;
  for (size_t i = 0; i < priors.size(); ++i) {
    priors[i] = (1 - fraction) * priors[i] + fraction * static_cast<float>(noise[i] / sum);
  }
}

}  // namespace raichi
