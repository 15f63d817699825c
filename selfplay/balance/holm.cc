#include "selfplay/balance/holm.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace raichi {

std::vector<double> HolmAdjust(std::span<const double> p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [p](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 0;  // A larger p is never adjusted to less than a smaller one.
  for (size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, static_cast<double>(order.size() - i) * p[order[i]]);
    adjusted[order[i]] = std::min(1.0, least);
  }
  return adjusted;
}

}  // namespace raichi
