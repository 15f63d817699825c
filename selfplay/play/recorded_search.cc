#include "selfplay/play/recorded_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace raichi {

void RecordSearch(const SearchResult& result, TurnRecord* turn) {
  turn->root_value = QuantiseValue(result.value);
  turn->raw_value = QuantiseValue(result.raw_value);
  const std::span<const uint32_t> policy = result.policy;
  const auto without = std::count(policy.begin(), policy.end(), 0u);
  turn->visits.clear();
  turn->visits.reserve(policy.size() - static_cast<size_t>(without));
  for (size_t i = 0; i < policy.size(); ++i) {
    if (policy[i] > 0) turn->visits.emplace_back(result.moves[i], policy[i]);
  }
}

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
