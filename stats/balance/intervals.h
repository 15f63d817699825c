#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/ratings/eigen.h"

namespace raichi {

/// Returns the chance that a normal variable is at least as far from 0 as `z`.
double NormalTwoSidedP(double z);
/// Returns the chance that a variable with Student's t distribution is at least as far from 0 as
/// `t`. `degrees` is at least 1, and may be infinite: the normal distribution. (Incomplete beta
/// function: Abramowitz and Stegun 1964, 26.7.1.)
double StudentTwoSidedP(double t, double degrees);

/// Return half the width of the symmetric interval around 0 that holds a share `level` of the
/// distribution, 0 < level < 1: for 0.95, 1.960 of the normal distribution and 12.706 of Student's
/// with one degree of freedom.
double NormalHalfWidth(double level);
double StudentHalfWidth(double level, double degrees);

/// Levels of a two-sided test that looks at its data several times and may stop at each look.
/// `looks` are the numbers of observations at the looks, increasing. At look k the test decides if
/// the two-sided p of the data so far is below the returned level k. If there is nothing to find,
/// the chance that any look decides is `alpha`. The bounds are those of O'Brien and Fleming (1979):
/// z at look k is c / sqrt(looks[k] / last look), so early looks need much and the last hardly more
/// than one test would. (c by the recursion of Armitage, McPherson and Rowe 1969.)
std::vector<double> GroupSequentialLevels(std::span<const int> looks, double alpha);

/// How to estimate an interval by drawing again.
struct BootstrapSettings {
  int draws = 2000;
  uint64_t seed = 1;
  double level = 0.95;
};

/// An interval by its bounds.
struct Interval {
  double low = 0;
  double high = 0;
};

/// Returns the 95 % interval of a share of `count` > 0 independent cases (Wilson 1927), within 0
/// and 1.
Interval WilsonInterval(double share, double count);

/// Returns the interval that leaves out (1 - level) / 2 of the values at each end. Sorts `values`,
/// which must not be empty.
Interval PercentileInterval(double level, std::vector<double>* values);

/// Returns the p values, in the given order, adjusted for the number of tests (Holm 1979): the
/// hypotheses whose adjusted p is below alpha are rejected, and the chance that any of these holds
/// is at most alpha, whatever the dependence between the tests.
std::vector<double> HolmAdjust(std::span<const double> p);

/// A ratio with the bounds of its interval, any of which may be infinite.
struct Ratio {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Estimates numerator / denominator of two normal estimates with a 2 x 2 covariance, where the
/// true denominator is known to be positive. The interval holds the ratios r for which numerator -
/// r * denominator does not differ significantly from 0 at 95 % (Fieller 1954). Unlike the delta
/// method it is right if the denominator is uncertain: it is then unbounded, on the side of the
/// numerator's sign or, if this is uncertain too, on both. If the estimated denominator is not
/// positive, the value is infinite with the numerator's sign.
Ratio FiellerRatio(double numerator, double denominator, const Eigen::Matrix2d& covariance);

}  // namespace raichi
