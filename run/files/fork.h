#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "nn/model/trainer_state.h"
#include "run/config/config.h"

namespace raichi {

/// What a forked run began with; `fork.json` in its folder.
struct ForkOrigin {
  std::string run;    // folder
  int model = 0;      // of that run
  int64_t games = 0;  // these three: what that run had made by then
  int64_t positions = 0;
  int64_t steps = 0;

  std::string Name() const;  // runs/x@000118
  /// True if `word`, `runs/x` or `runs/x@118`, can mean this state.
  bool IsNamedBy(const std::string& word) const;
};
/// The run's folder that `runs/x`, or `runs/x@118`, names.
std::string RunOfForkWord(const std::string& word);
/// None if the run in this folder is not a fork.
std::optional<ForkOrigin> LoadForkOrigin(const std::filesystem::path& run_folder);

/// A state of a run from which other runs can continue, each with its own configuration and budget.
class ForkPoint {
 public:
  /// `runs/x` means its newest trainer state, `runs/x@000118` that of model 118. (A run keeps its
  /// two newest.)
  /// Throws UsageError if there is no such state, Error if it is damaged.
  explicit ForkPoint(const std::string& word);

  /// Throws Error naming the key if a fork cannot have this configuration: it keeps the network and
  /// the optimizer of the state.
  void Check(const RunConfig& config) const;
  /// Makes the run folder, whole or not at all. It has the games and models of the run up to this
  /// state (as links to the same files if the file system allows), the run's copies of its rule
  /// sets, its ledger up to this state, and the state with the seed of `config`. It has no metrics
  /// and no seconds of work, since those are the fork's own. Leaves out damaged shards with a
  /// warning.
  void Begin(const RunConfig& config, const std::filesystem::path& folder) const;

 private:
  ForkOrigin CopyTo(const std::filesystem::path& folder) const;
  void CopyLedgerTo(const std::filesystem::path& folder, const RunConfig& config) const;

  std::string run_;
  int model_ = 0;
  TrainerState state_;
};

}  // namespace raichi
