#include "run/sharing/stream_claim.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/process.h"
#include "base/rng.h"
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
  for (const fs::path& file : ListFolder(streams)) {
    largest = std::max(largest, ParseNumber<int>(file.filename().native()).value_or(0));
  }
  return largest;
}

int LargestStreamOf(const fs::path& games) {
  int largest = 0;
  for (const fs::path& shard : RunShards(games).All()) {
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
  Rng rng(Mix64(Checksum(text)));
  int number = std::max(kFirstClaimedStream, largest + 1);
  for (int tries = 1; number <= kLastStream; ++tries) {
    if (TryPublishNew(ClaimFile(streams, number), text)) return {.number = number, .is_new = true};
    // Of a few processes that start at once, each gets the next number; many are spread.
    constexpr int kInOrder = 4;
    constexpr uint32_t kRoom = 4096;
    number += 1 + static_cast<int>(tries < kInOrder ? 0 : rng.Below(kRoom));
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

namespace {

/// Adds the shards that can be read to `sizes`, which may know some of them.
void AddShards(const std::vector<fs::path>& shards, std::map<std::string, int64_t>* sizes) {
  for (const fs::path& shard : shards) {
    const std::string name = shard.filename();
    if (sizes->contains(name)) continue;
    try {
      (*sizes)[name] = ReadShardHeader(shard).games;
    } catch (const Error&) {  // not readable yet; or training will set it aside
    }
  }
}

int64_t SumOf(const std::map<std::string, int64_t>& sizes) {
  int64_t games = 0;
  for (const auto& [name, size] : sizes) games += size;
  return games;
}

}  // namespace

int64_t GameCounter::CountAll(int newest_model) {
  open_.clear();
  const RunShards shards(games_);
  Sizes loose;
  AddShards(shards.Loose(), &loose);
  closed_ = SumOf(loose);
  for (const int model : shards.models()) {
    Recount(model, &open_[model]);
    Close(std::min(model, newest_model));
  }
  return Sum();
}

int64_t GameCounter::Count(int newest_model) {
  constexpr int kLooks = 4;  // a few times a second, so at fewer models than Recount
  try {
    for (int model = std::max(Close(newest_model), newest_model - kLooks + 1);
         model <= newest_model; ++model) {
      AddShards(ShardsIn(games_ / NumberedName(model)), &open_[model]);
    }
  } catch (const ReadError& error) {
    if (!IsTransient(error)) throw;
  }
  return Sum();
}

int64_t GameCounter::Recount(int newest_model) {
  for (int model = Close(newest_model); model <= newest_model; ++model) {
    Recount(model, &open_[model]);
  }
  return Sum();
}

void GameCounter::Recount(int model, Sizes* sizes) const {
  const std::vector<fs::path> shards = ShardsIn(games_ / NumberedName(model));
  std::set<std::string> names;
  for (const fs::path& shard : shards) names.insert(shard.filename());
  std::erase_if(*sizes, [&](const auto& entry) { return !names.contains(entry.first); });
  AddShards(shards, sizes);
}

/// Keeps only the sums of the models before the newest ones. Returns the first of these.
int GameCounter::Close(int newest_model) {
  const int first_open = std::max(newest_model - kNewestModels + 1, 0);
  while (!open_.empty() && open_.begin()->first < first_open) {
    closed_ += SumOf(open_.begin()->second);
    open_.erase(open_.begin());
  }
  return first_open;
}

int64_t GameCounter::Sum() const {
  int64_t games = closed_;
  for (const auto& [model, sizes] : open_) games += SumOf(sizes);
  return games;
}

}  // namespace raichi
