#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rules/rules.h"

namespace raichi {

/// Models on disk: a file, a model folder, a run folder, which stands for its newest model, or
/// `models/NAME`, which is the published model from any working directory.

/// The model that `path` names; nothing if there is none.
std::optional<std::filesystem::path> LookForModel(std::filesystem::path path);
/// The same. Throws UsageError if there is none.
std::filesystem::path FindModel(const std::string& path);

/// The path that people see: of a published model `models/NAME`, otherwise as it is.
std::string ShowModel(const std::filesystem::path& model);

/// Whether a model was trained on the rule set of this name (ShippedName). Throws Error if the
/// model cannot be read.
bool IsTrainedOn(const std::filesystem::path& model, const std::string& rules_name);

/// The rules' own name. If a shipped rule set of that name plays differently, the fingerprint
/// follows it, as in `linnaeus-1f3a09c2`.
std::string DistinctName(const Rules& rules);
/// The name under which models know these rules: that of the shipped rule set that plays the same,
/// otherwise DistinctName.
std::string ShippedName(const Rules& rules);
/// Warns if DistinctName is not the rules' own name.
void WarnOfSharedName(const Rules& rules);

/// The opponent when none is named: the published model of a rule set (ShippedName); otherwise the
/// newest model, by date, among the runs in the folder `runs` that were trained on it; otherwise
/// `alphabeta:4`.
std::string DefaultOpponent(const std::string& rules_name, const std::filesystem::path& runs);

}  // namespace raichi
