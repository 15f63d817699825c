#include "run/status/staleness.h"

#include <algorithm>

#include "run/files/shard_name.h"

namespace raichi {

std::optional<Staleness> StalenessOf(const std::map<std::string, int64_t>& shards, int newest) {
  std::map<int, int64_t> games_of_age;
  int64_t games = 0, sum = 0;
  for (const auto& [name, count] : shards) {
    const auto shard = ShardName::Parse(name);
    if (!shard) continue;
    const int age = std::max(newest - shard->model, 0);
    games_of_age[age] += count;
    games += count;
    sum += age * count;
  }
  if (games == 0) return std::nullopt;
  Staleness staleness{.mean = static_cast<double>(sum) / static_cast<double>(games)};
  int64_t seen = 0;
  for (const auto& [age, count] : games_of_age) {
    seen += count;
    staleness.p95 = age;
    if (seen * 20 >= games * 19) break;
  }
  return staleness;
}

}  // namespace raichi
