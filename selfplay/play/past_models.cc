#include "selfplay/play/past_models.h"

#include <algorithm>
#include <cmath>

#include "base/config_keys.h"

namespace raichi {

void ListKeys(PastModelsConfig* c, KeyList* keys) {
  keys->Add("fraction", &c->fraction, {0, 0.99});
  keys->Add("oldest", &c->oldest, {0.001, 1});
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
