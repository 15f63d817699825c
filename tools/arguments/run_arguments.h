#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/interrupt.h"
#include "nn/ranks/reducer.h"
#include "run/config/config.h"
#include "tools/options/options.h"

namespace raichi {

/// The arguments that name a run: a configuration file, changes to it, and the run folder.
struct RunArguments {
  std::string config;  // a configuration file, or a run folder, which stands for its config.yaml
  std::vector<std::string> overrides;
  std::string dir;
  std::string from;  // the model from which a new run begins; empty: random weights

  /// Loads the configuration for a process that uses the devices of these sections (LoadRunConfig).
  /// If `for_run` is false, ignores the run folder's copies of rule sets.
  /// Keys may be `auto` in the result.
  RunConfig Load(const std::vector<std::string>& used_here, bool for_run = true) const;
  /// The same for a process that begins or continues a run: no key is `auto` in the result.
  RunConfig LoadSettled(const std::vector<std::string>& used_here,
                        std::vector<std::string>* news) const;
  /// Gives the keys that are `auto` in `loaded` values, for which it measures the machine. Adds
  /// what it found and chose to `news`, which is to be printed.
  void Settle(const std::vector<std::string>& used_here, RunConfig* loaded,
              std::vector<std::string>* news) const;
  /// Returns the run folder: `--dir` if it was given, otherwise the run folder that `config` names,
  /// otherwise runs/NAME, where NAME is the configuration file's name.
  std::filesystem::path Folder() const;
};

/// Measures the machine (MeasureSpeed) and says so meanwhile.
MachineSpeed MeasureWithProgress(const RunConfig& config);

/// The options of commands that belong to a run. `change` is an example of a KEY=VALUE.
void AddRunOptions(Command command, const std::string& change, RunArguments* arguments);
/// The option of commands that begin runs.
void AddFromOption(Command command, RunArguments* arguments);

/// Loads the configuration of a run that several ranks train: RunArguments::LoadSettled in rank 0,
/// and in the others the same configuration with the values that rank 0 chose for `auto`. All ranks
/// have read the run folder when this returns, so that rank 0 may then begin the run in it. Throws
/// Error if the ranks were started with different configurations, and UsageError if they cannot
/// share a step. If `ranks` is null, the process trains alone.
RunConfig LoadOnRanks(const RunArguments& arguments, Reducer* ranks,
                      std::vector<std::string>* news);

/// For commands that may start before their run.

/// Returns the folder of a run that may not have begun. Only its ending tells a configuration from
/// a folder; throws UsageError if there is no such configuration.
std::filesystem::path FolderToWaitFor(const RunArguments& run);
/// Waits until the run has begun. Returns false if it was stopped first. Throws UsageError if the
/// folder holds other work, or if no run can ever have this folder: it is a file or lies in one, or
/// its name is too long.
bool WaitForRun(const std::filesystem::path& run, const Interrupt& interrupt);

}  // namespace raichi
