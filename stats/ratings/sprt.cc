#include "stats/ratings/sprt.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace raichi {
namespace {

constexpr std::array<double, 5> kScores = {0, 0.25, 0.5, 0.75, 1};  // Mean score of a pair's games.
constexpr double kEmptyClass = 1e-3;
constexpr double kMostUsually = 1.9207;  // half the 95 % quantile of chi-squared with one degree
constexpr double kMostIfAlike = 3.6889;  // -log 0.025: exact (Clopper and Pearson 1934)

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

/// Returns the distribution with mean `score` under which the observed one is most likely:
/// p_i = observed_i / (1 + theta (a_i - score)), with theta chosen so that the mean is `score`.
std::array<double, 5> MostLikely(const Distribution& observed, double score) {
  const auto excess = [&](double theta) {
    double sum = 0;
    for (size_t i = 0; i < kScores.size(); ++i) {
      const double a = kScores[i] - score;
      sum += observed.p[i] * a / (1 + theta * a);
    }
    return sum;  // Decreases as theta grows.
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

/// Returns the log-likelihood ratio of the observed distribution over the most likely one with mean
/// `score`.
double LogRatio(const Distribution& observed, double score) {
  const auto p = MostLikely(observed, score);
  double ratio = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    ratio += observed.count * observed.p[i] * std::log(observed.p[i] / p[i]);
  }
  return ratio;
}

/// Returns the mean score on the side of `end`, which is 0 or 1, whose log-likelihood ratio is
/// `most`. Returns `end` itself if the data do not exclude it.
double Bound(const Distribution& observed, double end, double most) {
  double inside = 0;
  for (size_t i = 0; i < kScores.size(); ++i) inside += observed.p[i] * kScores[i];
  double outside = end + (inside - end) * 1e-3;
  if (LogRatio(observed, outside) < most) return end;
  for (int i = 0; i < 60; ++i) {
    const double middle = (inside + outside) / 2;
    (LogRatio(observed, middle) < most ? inside : outside) = middle;
  }
  return outside;
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
  SprtStatus status;
  status.llr =
      LogRatio(observed, ScoreOfElo(config.elo0)) - LogRatio(observed, ScoreOfElo(config.elo1));
  status.lower = std::log(config.beta / (1 - config.alpha));
  status.upper = std::log((1 - config.beta) / config.alpha);
  if (status.llr <= status.lower) status.decision = SprtDecision::kAcceptElo0;
  if (status.llr >= status.upper) status.decision = SprtDecision::kAcceptElo1;
  return status;
}

EloEstimate EstimateElo(const Pentanomial& pairs) {
  double count = 0, sum = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    count += static_cast<double>(pairs[i]);
    sum += static_cast<double>(pairs[i]) * kScores[i];
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (count == 0) return {0, -kInfinity, kInfinity};
  const Distribution observed = Regularised(pairs);
  const bool are_alike = std::ranges::max(pairs) == static_cast<uint64_t>(count);
  const double most = are_alike ? kMostIfAlike : kMostUsually;
  const double all_won = std::exp(-kMostIfAlike / count);  // the bound if every pair was won
  return {EloOfScore(sum / count), EloOfScore(std::min(Bound(observed, 0, most), all_won)),
          EloOfScore(std::max(Bound(observed, 1, most), 1 - all_won))};
}

}  // namespace raichi
