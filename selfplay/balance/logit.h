#pragma once

#include <cmath>

namespace raichi {

/// Returns the chance whose logit is `logit`; 0 and 1 for infinite ones.
inline double ChanceOfLogit(double logit) { return 1 / (1 + std::exp(-logit)); }

}  // namespace raichi
