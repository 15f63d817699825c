#include "stats/balance/ladder.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

#include "base/error.h"
#include "stats/ratings/eigen.h"

namespace raichi {
namespace {

/// From the weakest to the strongest.
using LadderLevels = std::vector<LadderLevel>;

/// The covariance of a twice integrated Wiener process with L = 1 at two strengths, counted from
/// the weakest level, where it and its slope are 0.
double Covariance(double s, double t) {
  const auto [low, high] = std::minmax(s, t);
  return low * low * (3 * high - low) / 6;
}
/// The same of its slope at s and itself at t.
double SlopeCovariance(double s, double t) { return s < t ? s * t - s * s / 2 : t * t / 2; }

/// A number that is read off a curve: what is known of it before any game.
struct Reading {
  Eigen::Vector2d of_line;      // what the height and the slope of the line add to it
  Eigen::VectorXd covariances;  // with the levels, for L = 1
  double variance = 0;          // for L = 1
};

/// The levels of a rule set, with the covariances of their curve for L = 1.
class Ladder {
 public:
  explicit Ladder(const LadderLevels& levels) : weakest_(levels.front().strength) {
    for (const LadderLevel& level : levels) {
      logits_.push_back(level.logit);
      strengths_.push_back(level.strength - weakest_);
    }
    covariances_.resize(size(), size());
    for (Eigen::Index i = 0; i < size(); ++i) covariances_.col(i) = With(Covariance, At(i));
  }

  Reading HeightAt(double strength) const {
    const double s = strength - weakest_;
    return {{1, s}, With(Covariance, s), Covariance(s, s)};
  }
  Reading SlopeAt(double strength) const {
    const double s = strength - weakest_;
    return {{0, 1}, With(SlopeCovariance, s), s};
  }
  Eigen::Index size() const { return std::ssize(logits_); }
  const std::vector<LogitMean>& logits() const { return logits_; }
  double At(Eigen::Index level) const { return strengths_[static_cast<size_t>(level)]; }
  /// Returns the variance of a sum of the heights at the levels, for L = 1.
  double VarianceOf(const Eigen::VectorXd& weights) const {
    return weights.dot(covariances_ * weights);
  }

  /// Returns the best estimate of a number, with its error (universal kriging: Matheron 1969).
  LogitMean Estimate(const Reading& reading, double bend) const {
    const Eigen::Index count = size();
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(count + 2, count + 2);
    system.topLeftCorner(count, count) = bend * covariances_;
    for (Eigen::Index i = 0; i < count; ++i) {
      const LogitMean& logit = logits_[static_cast<size_t>(i)];
      const auto seeds = static_cast<double>(logit.influence.size());
      system(i, i) += logit.games_variance + VarianceBetweenSeeds(logit) / seeds;
      system(i, count) = system(count, i) = 1;
      system(i, count + 1) = system(count + 1, i) = At(i);
    }
    Eigen::VectorXd wanted(count + 2);
    wanted << bend * reading.covariances, reading.of_line;
    const Eigen::VectorXd weights = system.fullPivLu().solve(wanted).head(count);
    LogitMean sum = WeightedSum(logits_, std::span(weights.data(), logits_.size()));
    const double unknown =
        reading.variance - 2 * weights.dot(reading.covariances) + VarianceOf(weights);
    sum.games_variance += bend * std::max(0.0, unknown);
    return sum;
  }

 private:
  Eigen::VectorXd With(double (*covariance)(double, double), double s) const {
    Eigen::VectorXd values(size());
    for (Eigen::Index i = 0; i < size(); ++i) values[i] = covariance(s, At(i));
    return values;
  }

  double weakest_;
  std::vector<LogitMean> logits_;
  std::vector<double> strengths_;
  Eigen::MatrixXd covariances_;
};

/// The change of slope at a level: its square is L `by_bend` + `error` on average.
struct ChangeOfSlope {
  double square = 0, by_bend = 0, error = 0;
};

/// Returns the changes of slope of all rule sets at a level between two others.
std::vector<ChangeOfSlope> ChangesAt(Eigen::Index level, const std::vector<Ladder>& ladders) {
  std::vector<ChangeOfSlope> changes;
  std::vector<LogitMean> means;
  for (const Ladder& ladder : ladders) {
    const double before = 1 / (ladder.At(level) - ladder.At(level - 1));
    const double after = 1 / (ladder.At(level + 1) - ladder.At(level));
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(ladder.size());
    weights.segment<3>(level - 1) << before, -before - after, after;
    means.push_back(
        WeightedSum(ladder.logits(), std::span(weights.data(), ladder.logits().size())));
    changes.push_back({means.back().mean * means.back().mean, ladder.VarianceOf(weights), 0});
  }
  const SeedPrior prior = PoolSeeds(means);
  for (size_t i = 0; i < means.size(); ++i) {
    const auto seeds = static_cast<double>(means[i].influence.size());
    changes[i].error = means[i].games_variance + VarianceBetweenSeeds(means[i], prior) / seeds;
  }
  return changes;
}

/// Returns L, as ladder.h says.
double BendOf(const std::vector<Ladder>& ladders) {
  constexpr int kSteps = 200;
  constexpr double kDeviation = 0.5, kMost = 4;  // logits; such deviations
  std::vector<ChangeOfSlope> changes;
  const Eigen::Index levels = ladders.front().size();
  for (Eigen::Index level = 1; level + 1 < levels; ++level) {
    std::ranges::move(ChangesAt(level, ladders), std::back_inserter(changes));
  }
  // Over a length of T, the middle of the curve differs from the line by the variance L T^3 / 48.
  const double unit = kDeviation * kDeviation * 48 / std::pow(ladders.front().At(levels - 1), 3);
  std::vector<double> logs;
  for (int i = 0; i < kSteps; ++i) {
    const double deviation = kMost * (i + 0.5) / kSteps;
    double log = -deviation * deviation / 2;
    for (const auto& [square, by_bend, error] : changes) {
      const double variance = error + unit * deviation * deviation * by_bend;
      log -= (std::log(variance) + square / variance) / 2;
    }
    logs.push_back(log);
  }
  const double most = *std::ranges::max_element(logs);
  double sum = 0, weighted = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double deviation = kMost * (i + 0.5) / kSteps;
    const double density = std::exp(logs[static_cast<size_t>(i)] - most);
    sum += density;
    weighted += density * unit * deviation * deviation;
  }
  return weighted / sum;
}

/// Returns the intervals of the same number under all rule sets.
std::vector<Contrast> IntervalsOf(const std::vector<LogitMean>& means) {
  const SeedPrior prior = PoolSeeds(means);
  std::vector<Contrast> intervals;
  for (const LogitMean& mean : means) intervals.push_back(IntervalOf(mean, prior));
  return intervals;
}

constexpr int kPoints = 40;  // of a curve, beside the first

/// How far the interval at a point is from 0; negative if it contains 0.
double DistanceFromEven(const LadderPoint& point) {
  return std::max(point.logit.low, -point.logit.high);
}

/// Returns where a number that is `at_from` at one strength and `at_to` at another one is 0.
double Between(double from, double at_from, double to, double at_to) {
  return from + (to - from) * at_from / (at_from - at_to);
}

/// Returns where the intervals end to contain 0, from the point next to the crossing in steps of
/// -1 or 1; `none` if they still do at the last point.
double EndOfEven(const std::vector<LadderPoint>& curve, size_t inside, int step, double crossing,
                 double none) {
  const Contrast& next = curve[inside].logit;
  double from = crossing, at_from = (next.low - next.high) / 2;
  for (auto i = static_cast<std::ptrdiff_t>(inside); i >= 0 && i < std::ssize(curve); i += step) {
    const LadderPoint& point = curve[static_cast<size_t>(i)];
    const double at = DistanceFromEven(point);
    if (at > 0) return Between(from, at_from, point.strength, at);
    from = point.strength;
    at_from = at;
  }
  return none;
}

/// Returns the zero of the curve that is next to its strong end.
std::optional<EvenStrength> EvenOf(const std::vector<LadderPoint>& curve) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (size_t i = curve.size() - 1; i > 0; --i) {
    const LadderPoint &weak = curve[i - 1], &strong = curve[i];
    if (weak.logit.value * strong.logit.value > 0) continue;
    const double crossing =
        Between(weak.strength, weak.logit.value, strong.strength, strong.logit.value);
    return EvenStrength{crossing, EndOfEven(curve, i - 1, -1, crossing, -kInfinity),
                        EndOfEven(curve, i, 1, crossing, kInfinity)};
  }
  return std::nullopt;
}

/// The curves of all rule sets.
class Curves {
 public:
  explicit Curves(std::span<const LadderLevels> rule_sets) {
    for (const LadderLevels& levels : rule_sets) {
      RAICHI_CHECK(levels.size() > 2);
      ladders_.emplace_back(levels);
    }
    bend_ = BendOf(ladders_);
  }

  std::vector<LogitMean> At(double strength) const { return Read(&Ladder::HeightAt, strength); }
  std::vector<LogitMean> SlopesAt(double strength) const {
    return Read(&Ladder::SlopeAt, strength);
  }

 private:
  std::vector<LogitMean> Read(Reading (Ladder::*reading)(double) const, double strength) const {
    std::vector<LogitMean> means;
    for (const Ladder& ladder : ladders_) {
      means.push_back(ladder.Estimate((ladder.*reading)(strength), bend_));
    }
    return means;
  }

  std::vector<Ladder> ladders_;
  double bend_ = 0;
};

/// Adds what the levels below the strongest say of it. The interval of the error is moved by the
/// forecast, whose error it is, so its ends are those of the figures that the forecast allows.
void Forecast(std::span<const LadderLevels> rule_sets, std::vector<LadderFit>* ladders) {
  std::vector<LadderLevels> lower;
  for (const LadderLevels& levels : rule_sets) lower.emplace_back(levels.begin(), levels.end() - 1);
  std::vector<LogitMean> errors = Curves(lower).At(rule_sets[0].back().strength);
  for (size_t i = 0; i < errors.size(); ++i) {
    const std::array cells = {errors[i], rule_sets[i].back().logit};
    errors[i] = WeightedSum(cells, std::array{1.0, -1.0});
  }
  const std::vector<Contrast> intervals = IntervalsOf(errors);
  for (size_t i = 0; i < ladders->size(); ++i) {
    const double observed = rule_sets[i].back().logit.mean;
    const auto& [error, low, high, p] = intervals[i];
    (*ladders)[i].forecast =
        LadderForecast{{observed + error, observed + low, observed + high, p}, observed};
  }
}

}  // namespace

std::vector<LadderFit> FitLadders(std::span<const LadderLevels> rule_sets) {
  std::vector<LadderFit> ladders(rule_sets.size());
  if (rule_sets.empty()) return ladders;
  const Curves curves(rule_sets);
  const double weakest = rule_sets[0].front().strength, top = rule_sets[0].back().strength;
  const std::vector<Contrast> values = IntervalsOf(curves.At(top));
  const std::vector<Contrast> trends = IntervalsOf(curves.SlopesAt(top));
  for (int point = 0; point <= kPoints; ++point) {
    const double s = weakest + (top - weakest) * point / kPoints;
    const std::vector<Contrast> logits = IntervalsOf(curves.At(s));
    for (size_t i = 0; i < ladders.size(); ++i) ladders[i].curve.push_back({s, logits[i]});
  }
  for (size_t i = 0; i < ladders.size(); ++i) {
    ladders[i].value = values[i];
    ladders[i].trend = trends[i];
    ladders[i].even = EvenOf(ladders[i].curve);
  }
  if (rule_sets[0].size() > 3) Forecast(rule_sets, &ladders);
  return ladders;
}

}  // namespace raichi
