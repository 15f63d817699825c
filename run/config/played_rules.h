#pragma once

#include <filesystem>
#include <string>

#include "rules/rules.h"

namespace raichi {

/// The rule set named `name` by which the oldest game of that name in `run_folder` was played;
/// null without such a game. Passes over damaged shards. Throws VersionError and ReadError.
RulesPtr FindPlayedRules(const std::filesystem::path& run_folder, const std::string& name);

}  // namespace raichi
