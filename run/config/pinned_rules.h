#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// Whether a run was begun in the folder. False if the first start ended before the folder was
/// complete; what it had made is then made again.
bool IsBegun(const std::filesystem::path& run_folder);

/// A run keeps its rules from beginning to end, even if rule files change. The first start copies
/// the canonical text of each rule set into the run folder (`pinned_rules/NAME.yaml`, and
/// `random.NUMBER.yaml` for the random ones), and every later start uses these copies.

/// Returns the path of the copy in `run_folder` of the rule set that a configuration calls `word`
/// (a name or a file). The copy need not exist.
std::filesystem::path PinnedRulesFile(const std::filesystem::path& run_folder,
                                      const std::string& word);

/// Sets `config->rule_sets`. If a run was begun in `run_folder`, takes them from its copies or,
/// where a copy is missing, from the records of its games; otherwise from the rule files. An empty
/// `run_folder` means that there is no run. Throws Error `rules: …`, also if two different rule
/// sets have the same name, because results are stored by name.
void OpenRuleSets(const std::filesystem::path& run_folder, RunConfig* config);

/// Copies the configuration's rule sets into the run folder, except those that a run which was
/// begun there has already copied. Returns the words of the copied ones.
std::vector<std::string> PinRules(const RunConfig& config, const std::filesystem::path& run_folder);

/// Returns the fingerprint of each rule set that a run keeps, by the name in its copy; nothing if
/// the folder holds no copies. Leaves out copies that cannot be read.
std::map<std::string, uint64_t> PinnedFingerprints(const std::filesystem::path& run_folder);

/// Returns the run's copy of the rule set that has this name in it, or nullptr if there is none.
RulesPtr FindPinnedRules(const std::filesystem::path& run_folder, const std::string& name);

/// Returns one sentence for each rule file of the run that no longer agrees with the run's copy.
std::vector<std::string> DescribeChangedRules(const RunConfig& config,
                                              const std::filesystem::path& run_folder);

}  // namespace raichi
