#pragma once

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

}  // namespace raichi
