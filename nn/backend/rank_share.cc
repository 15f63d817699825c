#include "nn/backend/rank_share.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/config_keys.h"
#include "nn/backend/devices.h"

namespace raichi {
namespace {

int CoresOfMachine() { return static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))); }

int CoresAllowed() {
  cpu_set_t cores;  // has room for 1024
  CPU_ZERO(&cores);
  return sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : CoresOfMachine();
}

}  // namespace

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
    const int share = CoresOfMachine() / (ranks == nullptr ? 1 : ranks->local_size());
    config.threads = std::max(1, std::min(CoresAllowed(), share));
  }
  return config;
}

}  // namespace raichi
