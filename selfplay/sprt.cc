#include "selfplay/sprt.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace raichi {
namespace {

constexpr std::array<double, 5> kScores = {0, 0.25, 0.5, 0.75, 1};  // mean score of a pair's games
constexpr double kEmptyClass = 1e-3;

struct Distribution {
  std::array<double, 5> p{};
  double count = 0;
};

Distribution Regularised(const Pentanomial& pairs) {
  Distribution d;
  for (size_t i = 0; i < pairs.size(); ++i) {
    d.p[i] = std::max(static_cast<double>(pairs[i]), kEmptyClass);
    d.count += d.p[i];
  }
  for (double& p : d.p) p /= d.count;
  return d;
}

/// The distribution with mean `score` that makes the observed one most likely:
/// p_i = observed_i / (1 + theta (a_i - score)), with theta such that the mean is right.
std::array<double, 5> MostLikely(const Distribution& observed, double score) {
  const auto excess = [&](double theta) {
    double sum = 0;
    for (size_t i = 0; i < kScores.size(); ++i) {
      const double a = kScores[i] - score;
      sum += observed.p[i] * a / (1 + theta * a);
    }
    return sum;  // falls with theta
  };
  double low = -1 / (1 - score), high = 1 / score;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  const double theta = (low + high) / 2;
  std::array<double, 5> p{};
  for (size_t i = 0; i < p.size(); ++i) p[i] = observed.p[i] / (1 + theta * (kScores[i] - score));
  return p;
}

}  // namespace

double ScoreOfElo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double EloOfScore(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return -400 * std::log10(1 / score - 1);
}

SprtStatus Sprt(const SprtConfig& config, const Pentanomial& pairs) {
  const Distribution observed = Regularised(pairs);
  const auto p0 = MostLikely(observed, ScoreOfElo(config.elo0));
  const auto p1 = MostLikely(observed, ScoreOfElo(config.elo1));
  SprtStatus status;
  for (size_t i = 0; i < pairs.size(); ++i) {
    status.llr += observed.count * observed.p[i] * std::log(p1[i] / p0[i]);
  }
  status.lower = std::log(config.beta / (1 - config.alpha));
  status.upper = std::log((1 - config.beta) / config.alpha);
  if (status.llr <= status.lower) status.decision = SprtDecision::kAcceptElo0;
  if (status.llr >= status.upper) status.decision = SprtDecision::kAcceptElo1;
  return status;
}

EloEstimate EstimateElo(const Pentanomial& pairs) {
  double count = 0, mean = 0, square = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto n = static_cast<double>(pairs[i]);
    count += n;
    mean += n * kScores[i];
    square += n * kScores[i] * kScores[i];
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (count == 0) return {0, -kInfinity, kInfinity};
  mean /= count;
  const double variance = std::max(0.0, square / count - mean * mean);
  const double error = 1.96 * std::sqrt(variance / count);
  return {EloOfScore(mean), EloOfScore(mean - error), EloOfScore(mean + error)};
}

}  // namespace raichi
