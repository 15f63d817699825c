#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "run/config/config.h"

namespace raichi {

/// A key whose value differs between two configurations of one run.
struct KeyChange {
  std::string key;
  std::string before;
  std::string now;
  bool may_change = false;
};
/// Returns the keys whose values differ, in the order of the keys. Values are compared rather than
/// texts.
std::vector<KeyChange> ChangesBetween(RunConfig before, RunConfig now);

/// Returns the values of the keys that no later start of a run may change, by name.
Json FixedValues(RunConfig config);

/// The keys that a later start of a run may change.
enum class Changes {
  kAllowed,  // those that may change (docs/keys.md)
  kNone,
};

/// Throws Error naming the keys and both values if a run that was begun with the configuration in
/// `file` cannot continue with `config`. Keys that are missing in `file`, which an older program
/// may have written, have their defaults. Reads the file only if LoadRunConfig has not.
void RequireSameRun(const std::filesystem::path& file, const RunConfig& config, Changes changes);

}  // namespace raichi
