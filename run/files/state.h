#pragma once

#include <filesystem>

namespace raichi {

/// RUN/state.json: what a later start cannot see from the other files.
struct RunState {
  int model = 0;          // the newest
  double seconds = 0;     // of work, in all starts
  bool finished = false;  // the budget is spent and the last evaluation done
};

/// Returns an empty state if there is no file or it is damaged. Changes nothing.
RunState LoadRunState(const std::filesystem::path& run_folder);
void SaveRunState(const std::filesystem::path& run_folder, const RunState& state);

/// For the run's owner, before LoadRunState: if the file is missing or damaged although the run has
/// worked, warns and writes a state with the seconds of work that its other files know of. A
/// damaged file is set aside.
void RepairRunState(const std::filesystem::path& run_folder, const RunState& known);

}  // namespace raichi
