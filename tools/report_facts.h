#pragma once

#include "tools/output.h"
#include "tools/run_config.h"

namespace raichi {

/// A run's configuration in short, for people: [[label, text], …].
Json FactsOf(const RunConfig& config);

}  // namespace raichi
