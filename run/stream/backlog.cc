#include "run/stream/backlog.h"

#include <cmath>

#include "base/error.h"
#include "selfplay/records/numbered.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/shard_header.h"

namespace raichi {

bool Backlog::IsLongerThan(int64_t limit, int model, Time now) {
  if (model != model_) {
    sizes_.clear();
    estimate_ = 0;
  }
  if (!next_look_ || now >= *next_look_) {
    model_ = model;
    estimate_ = Estimate(model);
    next_look_ = now + std::chrono::seconds(20) + std::chrono::milliseconds(rng_.Below(20'000));
  }
  return estimate_ > limit;
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
