#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model/network_config.h"
#include "rules/rules.h"
#include "run/config/config.h"
#include "run/config/run_contents.h"

namespace raichi {

/// Returns the rules of the oldest game in `run_folder` whose rule set is named `name`, or null if
/// there is no such game. Skips damaged shards. Throws VersionError and ReadError.
RulesPtr FindPlayedRules(const std::filesystem::path& run_folder, const std::string& name);

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

/// Returns one sentence for each rule file of the run that no longer agrees with the run's copy.
std::vector<std::string> DescribeChangedRules(const RunConfig& config,
                                              const std::filesystem::path& run_folder);

/// The model with whose weights a run begins, in place of random ones (`raichi run --from`). The
/// run's network has the model's architecture, on a canvas that may be larger, and may
/// have destinations that the model's lacks (FitNetwork).
struct FirstModel {
  PinnedModel model;
  NetworkConfig network;
};

/// Makes the model's architecture the default of the keys of `network`. Call it before the keys are
/// read.
void BeginFrom(const FirstModel& first, RunConfig* config);
/// Completes the configuration after its rule sets are opened: keys of `network` that are `auto`
/// take the model's values, and a canvas of 0 or that is not given becomes the larger one of the
/// model's canvas and the largest board of the rules. Throws Error naming the first key of
/// `network` that has another value than the model; only the canvas may be larger, and
/// `policy_destinations` added.
void SettleFirstModel(const FirstModel& first, RunConfig* config);

}  // namespace raichi
