#pragma once

#include <optional>
#include <span>

#include "base/rng.h"

namespace raichi {

/// Settings for games against earlier models of the run. They keep a side that no longer loses to
/// the newest model from forgetting how to beat older ones.
struct PastModelsConfig {
  float fraction = 0;  // Share of all self-play evaluations spent on these games.
  /// Share of the earlier models, counted from the newest, from which opponents are drawn.
  float oldest = 0.5f;
};
class KeyList;
void ListKeys(PastModelsConfig* config, KeyList* keys);

/// Draws an opponent for `model` uniformly from the newest ceil(oldest * n) of the n earlier models
/// in `models`, which must be ascending. Returns nothing if `fraction` is 0 or no model is earlier.
std::optional<int> DrawPastModel(const PastModelsConfig& config, std::span<const int> models,
                                 int model, Rng* rng);

}  // namespace raichi
