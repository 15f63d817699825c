#pragma once

#include <span>
#include <vector>

namespace raichi {

/// Returns the chance that a normal variable is at least as far from 0 as `z`.
double NormalTwoSidedP(double z);
/// Returns the chance that a variable with Student's t distribution is at least as far from 0 as
/// `t`. `degrees` is at least 1. The absolute error is about 1e-15, so tiny values may be 0.
/// (Finite series for whole degrees of freedom: Abramowitz and Stegun 1964, 26.7.3 and 26.7.4.)
double StudentTwoSidedP(double t, int degrees);

/// Return half the width of the symmetric interval around 0 that holds a share `level` of the
/// distribution, 0 < level < 1: for 0.95, 1.960 of the normal distribution and 12.706 of Student's
/// with one degree of freedom.
double NormalHalfWidth(double level);
double StudentHalfWidth(double level, int degrees);

/// Levels of a two-sided test that looks at its data several times and may stop at each look.
/// `looks` are the numbers of observations at the looks, increasing. At look k the test decides if
/// the two-sided p of the data so far is below the returned level k. If there is nothing to find,
/// the chance that any look decides is `alpha`. The bounds are those of O'Brien and Fleming (1979):
/// z at look k is c / sqrt(looks[k] / last look), so early looks need much and the last hardly more
/// than one test would. (c by the recursion of Armitage, McPherson and Rowe 1969.)
std::vector<double> GroupSequentialLevels(std::span<const int> looks, double alpha);

}  // namespace raichi
