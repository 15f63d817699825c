#pragma once

#include <optional>
#include <span>
#include <vector>

#include "stats/balance/contrast.h"

namespace raichi {

/// The attackers' score between equal players of one strength.
struct LadderLevel {
  double strength = 0;  // in doublings of the search, say
  LogitMean logit;
};

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
  Contrast value;                    // the logit at the strongest level
  Contrast trend;                    // what one doubling more adds to it there
  std::optional<EvenStrength> even;  // the crossing next to the strongest level, if there is one
  std::optional<LadderForecast> forecast;  // if three levels are below the strongest
  std::vector<LadderPoint> curve;  // from the weakest to the strongest level, at even distances
};

/// Fits a curve to each rule set of a study. There are at least three levels of each, from the
/// weakest to the strongest, and all rule sets have the same ones.
///
/// A curve is a line of unknown height and slope, plus a twice integrated Wiener process: its slope
/// changes at random, by the variance L in each doubling. The best estimate of such a curve is the
/// cubic smoothing spline (Wahba 1978, "Improper priors, spline smoothing and the problem of
/// guarding against model errors in regression"), and the variance of its error contains what the
/// curve may do between and beyond the levels (Wahba 1983, "Bayesian 'confidence intervals' for the
/// cross-validated smoothing spline"). So no shape has to be chosen, which a few levels cannot do.
/// A curve that never bends has L = 0 and is the line of weighted least squares.
///
/// Every number that is read off the curve is a linear function of the levels' logits, hence a
/// WeightedSum of them, in which level i has the error V + B~ / K (contrast.h). So its error counts
/// games, openings that the levels share, and seeds, whose influences may differ from level to
/// level; and IntervalOf pools its variance of seeds with that of the same number under the other
/// rule sets.
///
/// L is common to the rule sets of a study, since one ladder says little of it: its mean given the
/// changes of slope from each level to the next but one (as if they were independent: composite
/// likelihood), with a prior: the middle of a ladder differs from the line through its ends by a
/// normal variable whose standard deviation, in logits, is half of |N(0, 1)|.
std::vector<LadderFit> FitLadders(std::span<const std::vector<LadderLevel>> rule_sets);

}  // namespace raichi
