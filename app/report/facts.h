#pragma once

#include "console/output.h"
#include "run/config/config.h"

namespace raichi {

/// A run's configuration in short, for people: [[label, text], …].
Json FactsOf(const RunConfig& config);

}  // namespace raichi
