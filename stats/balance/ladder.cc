#include "stats/balance/ladder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "base/error.h"
#include "stats/balance/ladder_curve.h"

namespace raichi {
namespace {

constexpr std::array kShapes = {LadderShape::kLine, LadderShape::kQuadratic,
                                LadderShape::kAsymptote};

/// Returns the sum of the levels that `gradient` of the coefficients gives, with that mean.
LogitMean SumOf(const LadderCurve& curve, const LadderLevels& levels,
                const Eigen::VectorXd& gradient, double mean) {
  std::vector<LogitMean> cells;
  for (const LadderLevel& level : levels) cells.push_back(level.logit);
  const Eigen::VectorXd weights = curve.by_logit.transpose() * gradient;
  LogitMean sum = WeightedSum(cells, std::span(weights.data(), cells.size()));
  sum.mean = mean;
  return sum;
}

/// Returns the error with which a curve of this shape, fitted to the other levels, predicts one.
LogitMean ErrorAt(LadderShape shape, size_t left_out, const LadderLevels& levels) {
  LadderLevels others = levels;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
  const LadderCurve curve = FitCurve(shape, others);
  const LadderLevel& level = levels[left_out];
  const double predicted = curve.At(level.strength);
  const LogitMean prediction = SumOf(curve, others, curve.Gradient(level.strength), predicted);
  return WeightedSum(std::array{prediction, level.logit}, std::array{1.0, -1.0});
}

/// How well a shape predicts each level from the others.
struct Rating {
  double loss = 0;     // sum of -log density; less is better
  double squares = 0;  // of the errors, each over its variance
};

Rating Rate(LadderShape shape, const LadderLevels& levels) {
  Rating rating;
  for (size_t i = 0; i < levels.size(); ++i) {
    const LogitMean error = ErrorAt(shape, i, levels);
    const auto seeds = static_cast<double>(error.influence.size());
    const double variance = error.games_variance + VarianceBetweenSeeds(error) / seeds;
    const double square = error.mean * error.mean / variance;
    rating.loss += (std::log(variance) + square) / 2;
    rating.squares += square;
  }
  return rating;
}

/// The curves of one rule set, the best first.
struct Candidates {
  std::vector<LadderCurve> curves;
  std::vector<double> weights;  // of the curves; they add up to 1
  double misfit = 1;            // of the best curve, by how much it widens the variance
};

Candidates Fit(const LadderLevels& levels) {
  constexpr double kPrior = 4;  // levels that fit as well as chance lets them
  std::vector<std::pair<double, LadderCurve>> rated;
  Candidates candidates;
  double least = std::numeric_limits<double>::infinity();
  for (const LadderShape shape : kShapes) {
    if (static_cast<Eigen::Index>(levels.size()) <= ParametersOf(shape)) continue;
    const Rating rating = Rate(shape, levels);
    rated.emplace_back(rating.loss, FitCurve(shape, levels));
    if (rating.loss >= least) continue;
    least = rating.loss;
    const auto count = static_cast<double>(levels.size());
    candidates.misfit = std::max(1.0, (rating.squares + kPrior) / (count + kPrior));
  }
  std::ranges::stable_sort(rated, {}, &std::pair<double, LadderCurve>::first);
  double sum = 0;
  for (const auto& [loss, curve] : rated) sum += std::exp(least - loss);
  for (auto& [loss, curve] : rated) {
    candidates.weights.push_back(std::exp(least - loss) / sum);
    candidates.curves.push_back(std::move(curve));
  }
  return candidates;
}

/// Returns the intervals of the same number under all rule sets.
std::vector<Contrast> IntervalsOf(const std::vector<LogitMean>& means) {
  const SeedPrior prior = PoolSeeds(means);
  std::vector<Contrast> intervals;
  for (const LogitMean& mean : means) intervals.push_back(IntervalOf(mean, prior));
  return intervals;
}

/// Adds to the variance of a number of the best curve what is not known of the shape.
template <typename Value>
void Widen(const Candidates& candidates, Value value, LogitMean* mean) {
  const auto seeds = static_cast<double>(mean->influence.size());
  const double best = value(candidates.curves.front());
  double added =
      (candidates.misfit - 1) * (mean->games_variance + VarianceBetweenSeeds(*mean) / seeds);
  for (size_t i = 1; i < candidates.curves.size(); ++i) {
    added += candidates.weights[i] * std::pow(value(candidates.curves[i]) - best, 2);
  }
  mean->games_variance += added;
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

}  // namespace

std::string ToString(LadderShape shape) {
  switch (shape) {
    case LadderShape::kLine:
      return "line";
    case LadderShape::kQuadratic:
      return "quadratic";
    case LadderShape::kAsymptote:
      return "asymptote";
  }
  RAICHI_CHECK(false);
}

namespace {

/// All rule sets, each with the curve of its best shape.
class Fits {
 public:
  explicit Fits(std::span<const LadderLevels> rule_sets) : rule_sets_(rule_sets) {
    for (const LadderLevels& levels : rule_sets) {
      RAICHI_CHECK(levels.size() > 2);
      fits_.push_back(Fit(levels));
    }
  }

  LadderShape ShapeOf(size_t rules) const { return fits_[rules].curves.front().shape; }
  std::vector<Contrast> At(double s) const {
    return Read([s](const LadderCurve& curve) { return curve.Gradient(s); },
                [s](const LadderCurve& curve) { return curve.At(s); });
  }
  std::vector<Contrast> SlopesAt(double s) const {
    return Read([s](const LadderCurve& curve) { return curve.SlopeGradient(s); },
                [s](const LadderCurve& curve) { return curve.SlopeAt(s); });
  }

 private:
  template <typename Gradient, typename Value>
  std::vector<Contrast> Read(Gradient gradient, Value value) const {
    std::vector<LogitMean> means;
    for (size_t i = 0; i < fits_.size(); ++i) {
      const LadderCurve& best = fits_[i].curves.front();
      means.push_back(SumOf(best, rule_sets_[i], gradient(best), value(best)));
      Widen(fits_[i], value, &means.back());
    }
    return IntervalsOf(means);
  }

  std::span<const LadderLevels> rule_sets_;
  std::vector<Candidates> fits_;
};

/// Adds what the levels below the strongest say of it. The interval of the error is moved by the
/// forecast, whose error it is, so its ends are those of the figures that the forecast allows.
void Forecast(std::span<const LadderLevels> rule_sets, std::vector<LadderFit>* ladders) {
  std::vector<LogitMean> errors;
  for (const LadderLevels& levels : rule_sets) {
    const Candidates fit = Fit({levels.begin(), levels.end() - 1});
    errors.push_back(ErrorAt(fit.curves.front().shape, levels.size() - 1, levels));
    const double top = levels.back().strength;
    Widen(
        fit, [top](const LadderCurve& curve) { return curve.At(top); }, &errors.back());
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
  const Fits fits(rule_sets);
  const double weakest = rule_sets[0].front().strength, top = rule_sets[0].back().strength;
  const std::vector<Contrast> values = fits.At(top), trends = fits.SlopesAt(top);
  for (int point = 0; point <= kPoints; ++point) {
    const double s = weakest + (top - weakest) * point / kPoints;
    const std::vector<Contrast> logits = fits.At(s);
    for (size_t i = 0; i < ladders.size(); ++i) ladders[i].curve.push_back({s, logits[i]});
  }
  for (size_t i = 0; i < ladders.size(); ++i) {
    ladders[i].shape = fits.ShapeOf(i);
    ladders[i].value = values[i];
    ladders[i].trend = trends[i];
    ladders[i].even = EvenOf(ladders[i].curve);
  }
  if (rule_sets[0].size() > 3) Forecast(rule_sets, &ladders);
  return ladders;
}

}  // namespace raichi
