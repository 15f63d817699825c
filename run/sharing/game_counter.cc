#include "run/sharing/game_counter.h"

#include <set>

#include "base/error.h"
#include "base/files/patience.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard_header.h"

namespace raichi {

int64_t GameCounter::CountAll() {
  std::set<std::string> names;
  for (const auto& shard : ReadPatiently(Patience(), [&] { return RunShards(games_).All(); })) {
    names.insert(shard.filename());
    Add(shard);
  }
  std::erase_if(sizes_, [&](const auto& entry) { return !names.contains(entry.first); });
  return Sum();
}

int64_t GameCounter::Count() {
  constexpr size_t kModels = 4;
  try {
    for (const auto& shard : RunShards(games_).OfNewest(kModels)) Add(shard);
  } catch (const ReadError& error) {
    if (!IsTransient(error)) throw;
  }
  return Sum();
}

void GameCounter::Add(const std::filesystem::path& shard) {
  const std::string name = shard.filename();
  if (sizes_.contains(name)) return;
  try {
    sizes_[name] = ReadShardHeader(shard).games;
  } catch (const Error&) {  // not readable yet; or training will set it aside
  }
}

int64_t GameCounter::Sum() const {
  int64_t games = 0;
  for (const auto& [name, size] : sizes_) games += size;
  return games;
}

}  // namespace raichi
