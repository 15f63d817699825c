#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/rules.h"

namespace raichi {

/// What others may know of a run by its folder, without its configuration.

/// The folder in a run's folder with the copies of its rule sets (pinned_rules.h).
inline constexpr char kPinnedRules[] = "pinned_rules";

/// Returns the numbers of the numbered entries of a folder, ascending; none if it does not exist.
std::vector<int> NumbersInFolder(const std::filesystem::path& folder);

/// Returns the newest model of a run folder, or nothing if `folder` is not a run folder or has no
/// model yet.
std::optional<std::filesystem::path> NewestModelOf(const std::filesystem::path& folder);

/// Returns the fingerprint of each rule set that a run keeps, by the name in its copy; nothing if
/// the folder holds no copies. Leaves out copies that cannot be read.
std::map<std::string, uint64_t> PinnedFingerprints(const std::filesystem::path& run_folder);

/// Returns the run's copy of the rule set that has this name in it, or nullptr if there is none.
RulesPtr FindPinnedRules(const std::filesystem::path& run_folder, const std::string& name);

}  // namespace raichi
