#pragma once

#include <string>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// Checks everything about a configuration that the ranges of single keys do not. Its rule sets
/// must be open. Sets `network.canvas` if it is 0. `used_here` is as for LoadRunConfig. Throws
/// Error `KEY: what is wrong`.
void CheckRunConfig(RunConfig* config, const std::vector<std::string>& used_here);

}  // namespace raichi
