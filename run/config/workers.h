#pragma once

#include "run/config/config.h"

namespace raichi {

/// Returns the number of workers of a configuration on this machine. While workers wait for a GPU,
/// others use the cores.
int CountWorkers(const WorkersConfig& config);

/// Returns the number of workers that share each batch: 1 on the processor. On a GPU enough for a
/// batch of 1,024 positions, but few enough for two teams per GPU, one of which can play while the
/// other waits.
int TeamSize(const WorkersConfig& config);

}  // namespace raichi
