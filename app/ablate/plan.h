#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/ablate/variants.h"
#include "console/output.h"
#include "run/config/config.h"

namespace raichi {

inline constexpr int kMostSeeds = 1000;

/// The arguments of `raichi ablate`. An argument that was not given is empty or 0.
struct AblateWords {
  std::string config;  // a file, a run's folder, or the folder of an ablation
  std::vector<std::string> overrides;
  VariantWords variants;
  std::vector<std::string> only;  // names of variants; the others are left out; empty: none is
  std::string budget;             // 3072 (games), 90s, 10m, 1.5h
  std::string from;
  std::string dir;
  int seeds = 0;
  std::vector<std::string> looks;
  int at_once = 0;
  std::vector<std::string> opponents;
  std::string games;
  uint64_t pairs = 0;
  int visits = 0;
};

/// A comparison of configurations: what to train, and how to measure it. It is kept in the
/// ablation's folder as `ablation.json`, beside the configuration, `config.yaml`.
struct AblatePlan {
  std::string command;                 // the command line that began it
  std::vector<std::string> overrides;  // of all variants
  std::vector<std::string> settled;    // values of the keys that were `auto` when it began
  std::vector<Variant> variants;
  std::string from;  // the state that the runs are forked from; empty: they start from nothing
  int seeds = 1;
  /// Numbers of seeds after which the ablation ends if everything is decided; the last is `seeds`.
  /// Empty: it looks once.
  std::vector<int> looks;
  /// Runs that are trained side by side, each with one worker and one thread of training; 1: one
  /// after the other, as the configuration says; 0 in plans of older programs, which means 1.
  int at_once = 0;
  /// The last is rated 0. Empty: checkpoints of the reference run (ReferenceOf).
  std::vector<std::string> opponents;
  std::string games;   // of strong play (PredictedGames); empty: none
  uint64_t pairs = 0;  // of games in a pairing
  int visits = 0;      // of a search

  /// All changes to the configuration that a variant has: those of all variants, then its own.
  std::vector<std::string> ChangesOf(const Variant& variant) const;
  /// Returns the numbers of seeds after which the results are looked at.
  std::vector<int> Looks() const { return looks.empty() ? std::vector{seeds} : looks; }
};

Json ToJson(const AblatePlan& plan);
/// Throws Error naming `file` if it holds no plan.
AblatePlan LoadAblatePlan(const std::filesystem::path& file);

/// A plan with the folder and the configuration that it needs.
struct Ablation {
  std::filesystem::path dir;
  std::filesystem::path config_file;
  AblatePlan plan;
  RunConfig base;  // the configuration without any variant's changes

  /// The folder of a variant's run with this seed: DIR/VARIANT/seed-N.
  std::filesystem::path RunFolderOf(const std::string& variant, uint64_t seed) const;
  /// The folder of what processes share of the work (run/sharing/blocks.h): the claims of runs and
  /// the blocks of matches. No variant has its name.
  std::filesystem::path FolderOfWork() const { return dir / ".work"; }
  std::filesystem::path ResultsFile() const { return dir / "matches.jsonl"; }
  /// Whether the opponents are checkpoints of a run of the configuration itself with a seed that no
  /// variant has, so that they are about as strong as the runs that they measure.
  bool HasReference() const { return plan.opponents.empty(); }
  /// The run folder with the copies of the rule sets (pinned_rules.h) that all runs use. It belongs
  /// to the first run or, before that run has begun, to the run forked from. Empty if there is
  /// neither.
  std::filesystem::path FolderOfRules() const;
};
/// Begins a new ablation, or continues the one whose folder `words.config` names. A continued one
/// keeps its plan; only seeds, opponents, games, pairs and visits can change. Keys that are `auto`
/// in the configuration get one value for all variants: that of the run forked from, or else the
/// one that suits the machine. Calls `measure` at most once, if it needs the machine's speed.
/// Throws Error or UsageError, also if the folder holds a run, or an ablation with other variants
/// or overrides.
Ablation OpenAblation(const AblateWords& words,
                      const std::function<MachineSpeed(const RunConfig&)>& measure);

std::filesystem::path PlanFile(const std::filesystem::path& dir);
/// Writes the plan and then the configuration, so that OpenAblation can continue from the folder.
/// Without `table`, the file keeps its table. Throws Error.
void SavePlan(const Ablation& ablation, const std::optional<std::vector<Json>>& table = {});

/// The command line of this process, quoted for a shell.
std::string CommandLine();

}  // namespace raichi
