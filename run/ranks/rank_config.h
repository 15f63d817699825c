#pragma once

#include "nn/ranks/reducer.h"
#include "run/config/config.h"

namespace raichi {

/// Throws Error naming the first difference, in a rank other than 0, unless all ranks have the same
/// version of this program, the same configuration and the same rules as rank 0.
void RequireSameConfig(const RunConfig& config, Reducer* ranks);

}  // namespace raichi
