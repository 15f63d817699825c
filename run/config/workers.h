#pragma once

#include "run/config/config.h"

namespace raichi {

/// Returns the number of workers of a configuration on this machine.
int CountWorkers(const WorkersConfig& config);

}  // namespace raichi
