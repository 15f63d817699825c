#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stats/balance/contrast.h"

namespace raichi {

/// The attackers' score between equal players of one strength.
struct LadderLevel {
  double strength = 0;  // in doublings of the search, say
  LogitMean logit;
};

/// What a curve of the logit of the score against strength s may look like: a + b s,
/// a + b s + c s^2, or an asymptote, a - b exp(-s / tau).
enum class LadderShape { kLine, kQuadratic, kAsymptote };
std::string ToString(LadderShape shape);  // "line", "quadratic" or "asymptote"

/// A point of a curve with its interval, in logits.
struct LadderPoint {
  double strength = 0;
  Contrast logit;
};

/// Where a curve crosses 50 %: the strengths whose intervals contain it. `low` and `high` are
/// infinite where these reach the weakest or the strongest level.
struct EvenStrength {
  double strength = 0;
  double low = 0;
  double high = 0;
};

/// What the fit without the strongest level says of that level.
struct LadderForecast {
  /// The forecast of that level's figure, with an interval that contains the chance of its games
  /// and seeds.
  Contrast logit;
  double observed = 0;  // the figure
  bool Holds() const { return logit.low <= observed && observed <= logit.high; }
};

/// A curve fitted to the levels of a rule set.
struct LadderFit {
  LadderShape shape = LadderShape::kLine;
  Contrast value;                    // the logit at the strongest level
  Contrast trend;                    // what one doubling more adds to it there
  std::optional<EvenStrength> even;  // the crossing next to the strongest level, if there is one
  std::optional<LadderForecast> forecast;  // if three levels are below the strongest
  std::vector<LadderPoint> curve;  // from the weakest to the strongest level, at even distances
};

/// Fits a curve to each rule set of a study. There are at least three levels of each, from the
/// weakest to the strongest, and all rule sets have the same ones.
///
/// The curve is fitted by least squares to the levels' logits, with weights 1 / (V + B~ / K)
/// (contrast.h). Near the fit every number that is read off the curve is a linear function of the
/// levels' logits (Gauss-Newton; for tau this is the delta method, and the other coefficients
/// follow from tau: Golub and Pereyra 1973), hence a WeightedSum of them. Its error therefore
/// counts games, openings that the levels share, and seeds, whose influences may differ from level
/// to level; and IntervalOf pools its variance of seeds with that of the same number under the
/// other rule sets.
///
/// The shape is the one that predicts each level best from the others: the least sum over the
/// levels of -log of the normal density of the prediction, with the variance of its error
/// (leave-one-out cross-validation with a proper score: Gneiting and Raftery 2007). Shapes with
/// three coefficients need four levels. What is not known of the shape widens the intervals: the
/// squared differences from the other shapes' numbers, weighted by exp(-sum), are added to the
/// variance (Buckland, Burnham and Augustin 1997, "Model selection: an integral part of
/// inference"), and if the levels are predicted worse than their errors allow, the variance grows
/// by the mean squared error over its variance, taken with four more levels that fit (Birge 1932).
std::vector<LadderFit> FitLadders(std::span<const std::vector<LadderLevel>> rule_sets);

}  // namespace raichi
