#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace raichi {

/// How old the games were that a phase of training read for the first time. The age of a game is
/// the number of models that were made between the one that played it and the phase: 0 if the
/// newest model played it.
struct Staleness {
  double mean = 0;
  int p95 = 0;  // 95 % of the games are at most this old
  bool operator==(const Staleness&) const = default;
};

/// Above this mean, training lags behind the games.
inline constexpr double kStaleMean = 4;

/// Returns the staleness of the games in `shards`, a map from the name of a run's shard to its
/// number of games, for a phase that began when `newest` was the newest model. Ignores other names.
/// Returns nothing if there are no games.
std::optional<Staleness> StalenessOf(const std::map<std::string, int64_t>& shards, int newest);

}  // namespace raichi
