#include "selfplay/balance/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/check.h"

namespace raichi {

Interval PercentileInterval(double level, std::vector<double>* values) {
  RAICHI_CHECK(!values->empty());
  std::sort(values->begin(), values->end());
  const double left_out = (1 - level) / 2 * static_cast<double>(values->size());
  const auto low = static_cast<size_t>(std::floor(left_out));
  return {(*values)[low], (*values)[values->size() - 1 - low]};
}

}  // namespace raichi
