#include "run/config/workers.h"

#include <algorithm>

#include "base/resources.h"
#include "nn/backend/devices.h"
#include "selfplay/play/worker.h"

namespace raichi {
namespace {

/// Returns the number of GPUs that the workers use.
int GpusOf(const WorkersConfig& config) {
  if (config.device == "auto" || config.device == "cuda") return CountGpus();
  return IsGpu(config.device) ? 1 : 0;
}

}  // namespace

int CountWorkers(const WorkersConfig& config) {
  if (config.workers > 0) return config.workers;
  const int gpus = GpusOf(config);
  return gpus > 0 ? std::max(2 * CountCores(), gpus) : CountCores();
}

int TeamSize(const WorkersConfig& config) {
  constexpr int kBatch = 1024;
  const int gpus = GpusOf(config);
  if (gpus == 0) return 1;
  if (config.team > 0) return config.team;
  const int part = Worker::BatchOf(config.slots);
  const int for_batch = (kBatch + part - 1) / part;
  const int for_two_teams = CountWorkers(config) / (2 * gpus);
  return std::max(1, std::min(for_batch, for_two_teams));
}

}  // namespace raichi
