#include "run/stream/backlog.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/shard_header.h"

namespace raichi {

bool Backlog::IsLongerThan(int64_t limit, int model, Time now) {
  if (model != model_) {
    const bool is_first = model_ < 0;
    model_ = model;
    begin_ = now;
    sizes_.clear();
    estimate_ = 0;
    next_look_ = is_first ? now : now + TimeUntil(limit);
  }
  if (now >= next_look_) {
    estimate_ = Estimate(model);
    const Seconds age = now - begin_;
    if (age >= Seconds(1)) speed_ = static_cast<double>(estimate_) / age.count();
    next_look_ = now + TimeUntil(limit - estimate_);
  }
  return estimate_ > limit;
}

/// Returns the time until the next look: until so many more games are played at the speed so far,
/// at least a second, and at most 20 to 40 seconds.
Backlog::Time::duration Backlog::TimeUntil(int64_t games) {
  const Seconds most = std::chrono::seconds(20) + std::chrono::milliseconds(rng_.Below(20'000));
  const bool is_known = games > 0 && speed_ > 0;
  const Seconds expected(is_known ? static_cast<double>(games) / speed_ : most.count());
  return std::chrono::duration_cast<Time::duration>(std::clamp(expected, Seconds(1), most));
}

int64_t Backlog::Estimate(int model) {
  try {
    const std::vector<std::filesystem::path> shards = ShardsIn(games_ / NumberedName(model));
    return std::llround(static_cast<double>(shards.size()) * MeanSize(shards));
  } catch (const ReadError&) {
    return 0;
  }
}

/// Returns the mean size of the shards whose headers it has read, after reading a few more, drawn
/// at random.
double Backlog::MeanSize(const std::vector<std::filesystem::path>& shards) {
  constexpr int kReadings = 8;
  for (int i = 0; i < kReadings && sizes_.size() < shards.size(); ++i) {
    const auto& shard = shards[rng_.Below(static_cast<uint32_t>(shards.size()))];
    if (sizes_.contains(shard.filename())) continue;
    try {
      sizes_[shard.filename()] = ReadShardHeader(shard).games;
    } catch (const Error&) {  // not readable yet, or damaged
    }
  }
  double sum = 0;
  for (const auto& [name, size] : sizes_) sum += static_cast<double>(size);
  return sizes_.empty() ? 0 : sum / static_cast<double>(sizes_.size());
}

}  // namespace raichi
