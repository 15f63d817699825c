#pragma once

#include <filesystem>
#include <string>

#include "rules/rules.h"

namespace raichi {

/// Returns the rules of the oldest game in `run_folder` whose rule set is named `name`, or null if
/// there is no such game. Skips damaged shards. Throws VersionError and ReadError.
RulesPtr FindPlayedRules(const std::filesystem::path& run_folder, const std::string& name);

}  // namespace raichi
