#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/ablate/plan.h"
#include "console/progress.h"
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

/// What a run has made, its fork's beginning not counted.
struct RunCounts {
  double games = 0;
  double positions = 0;  // policy targets
  double steps = 0;
  double minutes = 0;
};
RunCounts CountsOf(const AblateRun& run);

/// All runs, seed by seed over all variants, so that a machine that becomes slower or faster does
/// so to all of them alike. Seeds count up from the configuration's. Throws Error or UsageError
/// where a configuration is wrong, has no budget, or is not that with which its run was begun, and
/// where two variants are the same.
std::vector<AblateRun> RunsOf(const Ablation& ablation);

/// The state that the runs not yet begun are to be forked from: that of the others, if there are
/// any. None without `--from`, and where all are begun. Throws Error if a run cannot go on from it.
std::optional<ForkPoint> ForkPointFor(const std::vector<AblateRun>& runs, const std::string& from);

/// Makes the folders of the runs not yet begun: of all before the first is trained, so that the run
/// that they are forked from may go on meanwhile.
void BeginRuns(const std::vector<AblateRun>& runs, const std::optional<ForkPoint>& from);

/// Trains the runs that are not finished, one after the other, each by a process of its own
/// (`raichi run FOLDER`), until all are or a stop. Returns the names of those that failed.
std::vector<std::string> TrainRuns(const std::vector<AblateRun>& runs, const std::stop_token& stop,
                                   Progress* progress);

/// What is left of the time budgets of runs, in seconds; 0 without such budgets.
double SecondsLeft(const std::vector<AblateRun>& runs);

}  // namespace raichi
