#include "selfplay/play/past_models.h"

#include <algorithm>
#include <cmath>

#include "selfplay/records/require.h"

namespace raichi {

void CheckConfig(const PastModelsConfig& config) {
  Require(config.fraction >= 0 && config.fraction < 1, "past_models.fraction",
          "0 or more, less than 1");
  Require(config.oldest > 0 && config.oldest <= 1, "past_models.oldest", "more than 0, at most 1");
}

std::optional<int> DrawPastModel(const PastModelsConfig& config, std::span<const int> models,
                                 int model, Rng* rng) {
  const auto end = std::lower_bound(models.begin(), models.end(), model);
  const auto earlier = models.first(static_cast<size_t>(end - models.begin()));
  if (config.fraction <= 0 || earlier.empty()) return std::nullopt;
  const auto count =
      static_cast<size_t>(std::ceil(config.oldest * static_cast<float>(earlier.size())));
  return earlier.last(count)[rng->Below(static_cast<uint32_t>(count))];
}

}  // namespace raichi
