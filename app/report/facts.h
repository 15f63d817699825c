#pragma once

#include "console/output.h"
#include "run/config/config.h"

namespace raichi {

/// A summary of a run's configuration for people: [[label, text], …].
Json FactsOf(const RunConfig& config);

}  // namespace raichi
