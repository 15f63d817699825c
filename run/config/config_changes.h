#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// A key whose value differs between two configurations of one run.
struct KeyChange {
  std::string key;
  std::string before;
  std::string now;
  bool may_change = false;
};
/// In the order of the keys. Compares values, not texts.
std::vector<KeyChange> ChangesBetween(RunConfig before, RunConfig now);

/// Which keys a later start of a run may give other values.
enum class Changes {
  kAllowed,  // those that may change (docs/configuration.md)
  kNone,
};

/// Throws Error naming the keys and both values if a run begun with the configuration in `file`
/// cannot go on with `config`. Keys that an older program did not write have their defaults.
void RequireSameRun(const std::filesystem::path& file, const RunConfig& config, Changes changes);

}  // namespace raichi
