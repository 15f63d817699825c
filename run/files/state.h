#pragma once

#include <filesystem>

namespace raichi {

/// The contents of RUN/state.json: the facts that a later start cannot derive from other files.
struct RunState {
  int model = 0;          // the newest model
  double seconds = 0;     // of work, over all starts
  bool finished = false;  // the budget is spent and the owner's last evaluation done
};

/// Returns an empty state if there is no file. Throws Error if it is damaged. Changes nothing.
RunState ReadRunState(const std::filesystem::path& run_folder);
/// The same, but a damaged file is an empty state too.
RunState LoadRunState(const std::filesystem::path& run_folder);
void SaveRunState(const std::filesystem::path& run_folder, const RunState& state);

/// If the file is missing or damaged although the run has worked, warns and writes the state
/// `known`, which was derived from other files. Sets a damaged file aside. Only for the run's
/// owner, before LoadRunState.
void RepairRunState(const std::filesystem::path& run_folder, const RunState& known);

}  // namespace raichi
