#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// A run plays by one text of its rules from beginning to end. The first start copies the canonical
/// text of each rule set into the run folder (`pinned_rules/NAME.yaml`), and every later start
/// plays by these copies, whatever has become of the rule files since.

/// The copy that `run_folder` has, or would have, of the rule set that a configuration calls `word`
/// (a name or a file).
std::filesystem::path PinnedRulesFile(const std::filesystem::path& run_folder,
                                      const std::string& word);

/// Fills in `config->rule_sets`: if a run was begun in `run_folder`, from its copies, or where it
/// has none from the records of its games, else from the rule files. `run_folder` may be empty: no
/// run. Throws Error `rules: …`, also if two different rule sets have the same name, since results
/// are told apart by names.
void OpenRuleSets(const std::filesystem::path& run_folder, RunConfig* config);

/// Copies the configuration's rule sets into the run folder, but for those that a run begun there
/// has copies of. Returns the words of those copied.
std::vector<std::string> PinRules(const RunConfig& config, const std::filesystem::path& run_folder);

/// One sentence for each of the run's rule files that is no longer what the run folder's copy is.
std::vector<std::string> DescribeChangedRules(const RunConfig& config,
                                              const std::filesystem::path& run_folder);

}  // namespace raichi
