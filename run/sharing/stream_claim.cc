#include "run/sharing/stream_claim.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <set>
#include <string>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "run/sharing/run_lock.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Returns the stream in the name of a shard, such as 000012-117-000003.games.
std::optional<int> StreamOfShard(const std::string& name) {
  if (!ModelOfShard(name)) return std::nullopt;
  const size_t begin = name.find('-') + 1;
  return ParseNumber<int>(std::string_view(name).substr(begin, name.find('-', begin) - begin));
}

int LargestClaim(const fs::path& streams) {
  int largest = 0;
  for (const fs::path& file : ReadPatiently(Patience(), [&] { return ListFolder(streams); })) {
    largest = std::max(largest, ParseNumber<int>(file.filename().native()).value_or(0));
  }
  return largest;
}

int LargestStreamOf(const fs::path& games) {
  int largest = 0;
  for (const fs::path& shard : ReadPatiently(Patience(), [&] { return RunShards(games).All(); })) {
    largest = std::max(largest, StreamOfShard(shard.filename()).value_or(0));
  }
  return largest;
}

/// Returns the text of a claim. No two claims have the same text.
std::string ClaimText() {
  static std::atomic<int> claims = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const ProcessId& self = ThisProcess();
  Json claim = {{"host", self.host},
                {"process", self.process},
                {"start", self.start},
                {"claim", ++claims},
                {"time", std::chrono::duration<double>(now).count()}};
  for (const auto& [name, value] : ClusterJob()) claim[name] = value;
  return JsonText(WithSum(claim)) + "\n";
}

fs::path ClaimFile(const fs::path& streams, int number) {
  char name[16];
  std::snprintf(name, sizeof name, "%06d", number);
  return streams / name;
}

}  // namespace

Stream ClaimStream(const fs::path& run_folder) {
  const fs::path streams = run_folder / "streams";
  EnsureFolder(streams);
  int largest = LargestClaim(streams);
  if (largest == 0) largest = LargestStreamOf(run_folder / "games");
  const std::string text = ClaimText();
  for (int number = std::max(kFirstClaimedStream, largest + 1); number <= kLastStream; ++number) {
    if (TryPublishNew(ClaimFile(streams, number), text)) return {.number = number, .is_new = true};
  }
  throw Error(streams.string() + ": no number is left for another stream");
}

Stream TakeStream(const fs::path& run_folder, int number) {
  const std::string refusal =
      fmt::format("another process plays stream {} of this run; choose another --stream", number);
  return {.number = number,
          .lock = std::make_shared<const RunLock>(run_folder, fmt::format("selfplay-{:02}", number),
                                                  refusal)};
}

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
