#include "run/config/workers.h"

#include <algorithm>

#include "console/machine.h"
#include "nn/backend/devices.h"

namespace raichi {

int CountWorkers(const WorkersConfig& config) {
  if (config.workers > 0) return config.workers;
  const bool takes_all = config.device == "auto" || config.device == "cuda";
  return std::max(CountCores(), takes_all ? CountGpus() : 1);
}

}  // namespace raichi
