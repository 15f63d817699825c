#pragma once

#include <cmath>

namespace raichi {

/// Returns log(chance / (1 - chance)).
inline double Logit(double chance) { return std::log(chance / (1 - chance)); }
/// Returns the chance whose logit is `logit`; 0 and 1 for infinite ones.
inline double ChanceOfLogit(double logit) { return 1 / (1 + std::exp(-logit)); }

}  // namespace raichi
