#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/rng.h"
#include "rules/board/types.h"

namespace raichi {

/// The side that a past model plays.
enum class PastSide : uint8_t { kBoth, kAttackers, kDefenders };  // kBoth: each in turn

/// Settings for games against past models: earlier models of the run, or one frozen model of
/// another folder. Earlier models keep a side that no longer loses to the newest model from
/// forgetting how to beat older ones. A frozen model on one side turns the run into the search for
/// a best response to it.
struct PastModelsConfig {
  float fraction = 0;  // Share of all self-play evaluations spent on these games.
  /// Share of the earlier models, counted from the newest, from which opponents are drawn.
  float oldest = 0.5f;
  std::string model;  // The frozen model; empty: earlier models of the run.
  PastSide side = PastSide::kBoth;
};
class KeyList;
void ListKeys(PastModelsConfig* config, KeyList* keys);
/// Throws UsageError naming a key that contradicts another one.
void CheckConfig(const PastModelsConfig& config);

/// Draws an opponent for `model` uniformly from the newest ceil(oldest * n) of the n earlier models
/// in `models`, which must be ascending. Returns nothing if `fraction` is 0 or no model is earlier.
std::optional<int> DrawPastModel(const PastModelsConfig& config, std::span<const int> models,
                                 int model, Rng* rng);

/// Returns the side of the past model in the game with this number among those against past models.
Side SideOfPastModel(PastSide side, uint64_t game);

}  // namespace raichi
