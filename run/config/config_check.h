#pragma once

#include <string>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// Checks a configuration, whose rule sets must be open, beyond the ranges of single keys. Fills in
/// `network.canvas` where it is 0. `used_here` is as for LoadRunConfig. Throws Error
/// `KEY: what is wrong`.
void CheckRunConfig(RunConfig* config, const std::vector<std::string>& used_here);

}  // namespace raichi
