#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "nn/model/trainer_state.h"
#include "run/config/config.h"

namespace raichi {

/// The state of another run from which a forked run began. Stored as `fork.json` in the fork's
/// folder.
struct ForkOrigin {
  std::string run;    // folder
  int model = 0;      // the model of that run
  int64_t games = 0;  // games, steps and positions: those of that run up to the model
  int64_t positions = 0;
  int64_t steps = 0;

  std::string Name() const;  // runs/x@000118
  /// Whether `word`, such as `runs/x` or `runs/x@118`, can stand for this state.
  bool IsNamedBy(const std::string& word) const;
};
/// Returns the run folder in a word such as `runs/x` or `runs/x@118`.
std::string RunOfForkWord(const std::string& word);
/// Returns the origin of the run in this folder, or nothing if it is not a fork.
std::optional<ForkOrigin> LoadForkOrigin(const std::filesystem::path& run_folder);

/// A saved state of a run, from which other runs can continue with their own configurations and
/// budgets.
class ForkPoint {
 public:
  /// `runs/x` stands for the run's newest trainer state, `runs/x@000118` for that of model 118. (A
  /// run keeps its two newest states.) Throws UsageError if there is no such state, Error if it is
  /// damaged.
  explicit ForkPoint(const std::string& word);

  /// Throws Error naming the key if a fork cannot have this configuration. A fork must keep the
  /// network and the optimizer of the state, and its budget of games or steps must have
  /// something left.
  void Check(const RunConfig& config) const;
  /// Creates the fork's run folder atomically. It gets the games and models of the run up to this
  /// state (as hard links if the file system allows), the run's copies of its rule sets, its ledger
  /// up to this state, and the state itself with the seed of `config`. It gets no metrics and no
  /// seconds of work, because these count only the fork's own work. Leaves out damaged shards with
  /// a warning.
  void Begin(const RunConfig& config, const std::filesystem::path& folder) const;

 private:
  ForkOrigin CopyTo(const std::filesystem::path& folder) const;
  void CopyPastModelTo(const std::filesystem::path& folder, const RunConfig& config) const;
  void CopyLedgerTo(const std::filesystem::path& folder, const RunConfig& config) const;

  std::string run_;
  int model_ = 0;
  TrainerState state_;
};

}  // namespace raichi
