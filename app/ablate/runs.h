#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/ablate/plan.h"
#include "console/output.h"
#include "run/files/fork.h"

namespace raichi {

/// One run of an ablation: a variant with a seed. Its folder is DIR/VARIANT/seed-N.
struct AblateRun {
  std::string variant;
  uint64_t seed = 0;
  std::string name;  // VARIANT/seed-N
  std::filesystem::path folder;
  RunConfig config;

  bool IsBegun() const;
  bool IsFinished() const;
};

/// What a run has done itself. The run that it was forked from does not count.
struct RunCounts {
  double games = 0;
  double positions = 0;  // policy targets
  double steps = 0;
  double minutes = 0;
};
RunCounts CountsOf(const AblateRun& run);

/// All runs: every variant with the first seed, then every variant with the next, so that a machine
/// that becomes slower or faster affects all variants alike, and the variants of a seed are trained
/// side by side. The first seed is the configuration's.
/// Throws Error or UsageError if a configuration is wrong, has no budget, or differs from the one
/// that its run was begun with, or if two variants are the same.
std::vector<AblateRun> RunsOf(const Ablation& ablation);

/// The run whose checkpoints are opponents (Ablation::HasReference): the configuration itself with
/// the seed after all that `--seeds` can give. Its folder is DIR/reference/seed-N.
AblateRun ReferenceOf(const Ablation& ablation);

/// The state from which the runs that have not begun are to be forked. It is the same state that
/// the other runs were forked from. None without `--fork`, or if all runs have begun. Throws Error
/// if a run cannot continue from it.
std::optional<ForkPoint> ForkPointFor(const std::vector<AblateRun>& runs, const std::string& from);

/// Makes the folders of the runs that have not begun. All folders are made before the first run is
/// trained, so the run that they are forked from may continue meanwhile.
void BeginRuns(const std::vector<AblateRun>& runs, const std::optional<ForkPoint>& from);

/// Returns the block that stands for a run in the work that processes share.
std::filesystem::path BlockOf(const Ablation& ablation, const AblateRun& run);

/// Trains the runs that are not finished in their order, `at_once` at a time, each by a process of
/// its own (`raichi run FOLDER`), until all are finished or `stop` is requested. Runs that another
/// call of the program trains, here or on another machine, are waited for. Returns the names of
/// those that failed.
std::vector<std::string> TrainRuns(const Ablation& ablation, const std::vector<AblateRun>& runs,
                                   const std::stop_token& stop, Progress* progress);

/// The share of its budget that a run has spent, 0 to 1.
double SpentOf(const AblateRun& run);

}  // namespace raichi
