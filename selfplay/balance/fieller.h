#pragma once

#include "selfplay/ratings/eigen.h"

namespace raichi {

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
