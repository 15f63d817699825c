#pragma once

#include <string>
#include <vector>

#include "app/status/run_status.h"
#include "console/output.h"

namespace raichi {

/// The output of `raichi status`.

Json ToJson(const RunStatus& status);
/// A table for people, one element per line.
std::vector<std::string> FormatStatus(const RunStatus& status);
/// Prometheus' text exposition format, version 0.0.4. See docs/commands.md.
std::string PrometheusText(const RunStatus& status);

}  // namespace raichi
