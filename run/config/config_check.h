#pragma once

#include <string>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// Checks a configuration as far as single ranges do not, and fills in the canvas. `used_here` are
/// the sections (workers, train) whose device and precision must be on this machine. Throws Error
/// `KEY: what is wrong`.
void CheckRunConfig(RunConfig* config, const std::vector<std::string>& used_here);

}  // namespace raichi
