#pragma once

#include "run/config/config.h"

namespace raichi {

/// The number of workers that a configuration asks for on this machine.
int CountWorkers(const WorkersConfig& config);

}  // namespace raichi
