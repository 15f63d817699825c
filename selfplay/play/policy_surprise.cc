#include "selfplay/play/policy_surprise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace raichi {

std::optional<float> PolicySurprise(const SearchResult& result) {
  constexpr float kLeastPrior = 1e-9f;
  const double total = std::accumulate(result.policy.begin(), result.policy.end(), 0.0);
  if (total <= 0 || result.priors.empty()) return std::nullopt;
  double divergence = 0;
  for (size_t i = 0; i < result.policy.size(); ++i) {
    if (result.policy[i] == 0) continue;
    const double target = result.policy[i] / total;
    const auto prior = static_cast<double>(std::max(result.priors[i], kLeastPrior));
    divergence += target * std::log(target / prior);
  }
  return static_cast<float>(std::max(divergence, 0.0));  // rounding may make it negative
}

}  // namespace raichi
