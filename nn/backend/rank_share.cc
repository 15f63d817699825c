#include "nn/backend/rank_share.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/config_keys.h"
#include "base/resources.h"
#include "nn/backend/devices.h"

namespace raichi {
int CountRanks(const Reducer* ranks) { return ranks == nullptr ? 1 : ranks->size(); }
int NumberOf(const Reducer* ranks) { return ranks == nullptr ? 0 : ranks->rank(); }

void CheckShares(const TrainConfig& config, int ranks) {
  const std::string count = std::to_string(ranks);
  std::string advice = "train.chunks=" + count + " fits";
  if (config.batch % ranks != 0) advice += " a train.batch that is one too";
  Require(config.chunks % ranks == 0, "train.chunks",
          "a multiple of the number of ranks, " + count + ", found " +
              std::to_string(config.chunks) + "; " + advice +
              ", or start a number of ranks that divides it");
}

TrainConfig OnThisRank(TrainConfig config, const Reducer* ranks) {
  if (ranks != nullptr) config.device = DeviceOfWorker(config.device, ranks->local_rank());
  if (config.threads == 0) {
    const double share = std::ceil(SharedCores()) / (ranks == nullptr ? 1 : ranks->local_size());
    config.threads = std::max(1, std::min(CountCores(), static_cast<int>(share)));
  }
  return config;
}

}  // namespace raichi
