#pragma once

#include <optional>
#include <span>

#include "rules/rng.h"

namespace raichi {

/// Games against earlier models of the run, so that a side which stopped losing to the newest one
/// does not forget how the older ones were beaten.
struct PastModelsConfig {
  float fraction = 0;   // of self-play's evaluations, for such games
  float oldest = 0.5f;  // opponents are drawn from the newest this share of the earlier models
};
class KeyList;
void ListKeys(PastModelsConfig* config, KeyList* keys);

/// An opponent for `model`, drawn uniformly from the newest ceil(oldest * n) of the n of `models`
/// (ascending) that are earlier; none if `fraction` is 0 or there is no earlier one.
std::optional<int> DrawPastModel(const PastModelsConfig& config, std::span<const int> models,
                                 int model, Rng* rng);

}  // namespace raichi
