#pragma once

#include <algorithm>
#include <cstdint>

#include "base/config_keys.h"

namespace raichi {

/// Settings for searching less at the beginning of a run: while the network knows little, more
/// games teach more than deeper searches.
struct GrowthConfig {
  float from = 1;  // Share of the visits with which a run begins.
  /// Number of games of the run from which on searches have all of their visits.
  int64_t until_games = 20'000;
};

inline void ListKeys(GrowthConfig* c, KeyList* keys) {
  keys->Add("from", &c->from, {0.01, 1});
  keys->Add("until_games", &c->until_games, {1, 1LL << 50});
}

/// Returns the share of its visits that a search has after `games` games of the run. It grows
/// linearly from `from` to 1.
inline float VisitShare(const GrowthConfig& config, int64_t games) {
  const double done = static_cast<double>(games) / static_cast<double>(config.until_games);
  const auto from = static_cast<double>(config.from);
  return static_cast<float>(from + (1 - from) * std::min(1.0, done));
}

}  // namespace raichi
