#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "nn/model/trainer_state.h"
#include "run/config/config.h"

namespace raichi {

/// What a forked run began with: `fork.json` of its folder.
struct ForkOrigin {
  std::string run;    // folder
  int model = 0;      // of that run
  int64_t games = 0;  // the three: what the run had then
  int64_t positions = 0;
  int64_t steps = 0;

  std::string Name() const;  // runs/x@000118
  /// Whether this is what `runs/x`, or `runs/x@118`, means.
  bool IsNamedBy(const std::string& word) const;
};
/// The run's folder that `runs/x`, or `runs/x@118`, names.
std::string RunOfForkWord(const std::string& word);
/// None if the run in this folder is no fork.
std::optional<ForkOrigin> LoadForkOrigin(const std::filesystem::path& run_folder);

/// A state of a run, from which other runs can go on, each with its own configuration and its own
/// clock.
class ForkPoint {
 public:
  /// `runs/x`: its newest trainer state; `runs/x@000118`: that one. (A run keeps its two newest.)
  /// Throws UsageError if there is no such state, Error if it is damaged.
  explicit ForkPoint(const std::string& word);

  /// Throws Error naming the key if no fork can have this configuration: network and optimizer are
  /// those of the state.
  void Check(const RunConfig& config) const;
  /// Makes the run folder, whole or not at all: the games and models of the run up to this state,
  /// as links to the same files where the file system allows, and the state, which takes the seed
  /// of `config`. No metrics: those are the fork's own. Damaged shards are left out with a warning.
  void Begin(const RunConfig& config, const std::filesystem::path& folder) const;

 private:
  ForkOrigin CopyTo(const std::filesystem::path& folder) const;

  std::string run_;
  int model_ = 0;
  TrainerState state_;
};

}  // namespace raichi
