#include "selfplay/play/past_models.h"

#include <algorithm>
#include <cmath>

#include "base/config_keys.h"

namespace raichi {

void ListKeys(PastModelsConfig* c, KeyList* keys) {
  keys->Add("fraction", &c->fraction, {0, 1});
  keys->Add("oldest", &c->oldest, {0.001, 1});
  keys->Add("model", &c->model);
  keys->AddWord("side", &c->side, {"both", "attackers", "defenders"});
}

void CheckConfig(const PastModelsConfig& config) {
  const bool is_frozen = !config.model.empty();
  Require(is_frozen || config.fraction < 1, "selfplay.past_models.fraction",
          "less than 1 without selfplay.past_models.model");
  Require(!is_frozen || config.fraction > 0, "selfplay.past_models.fraction",
          "more than 0 with selfplay.past_models.model");
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

Side SideOfPastModel(PastSide side, uint64_t game) {
  if (side == PastSide::kAttackers) return Side::kAttackers;
  if (side == PastSide::kDefenders) return Side::kDefenders;
  return game % 2 == 0 ? Side::kAttackers : Side::kDefenders;
}

}  // namespace raichi
