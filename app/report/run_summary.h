#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// A run as a whole: {name, program (its version), made (now, seconds since 1970), seconds (of
/// work), finished, games, positions (policy targets), models (number of the newest, or null)}.
/// `progress`: the lines of metrics/progress.jsonl. What cannot be read counts as 0 and adds a line
/// to `warnings`.
Json RunSummary(const std::filesystem::path& run, const std::vector<Json>& progress,
                std::vector<std::string>* warnings);

}  // namespace raichi
