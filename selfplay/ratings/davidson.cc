#include "selfplay/ratings/davidson.h"

#include <algorithm>
#include <cmath>

namespace raichi {

GameChances ChancesOf(double half, double log_nu) {
  const double top = std::max(std::abs(half), log_nu);  // Avoids overflow.
  const double log_sum =
      top + std::log(std::exp(half - top) + std::exp(log_nu - top) + std::exp(-half - top));
  return {.win = std::exp(half - log_sum),
          .draw = std::exp(log_nu - log_sum),
          .loss = std::exp(-half - log_sum),
          .log_sum = log_sum};
}

}  // namespace raichi
