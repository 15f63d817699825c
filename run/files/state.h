#pragma once

#include <filesystem>

namespace raichi {

/// What `state.json` of a run folder says: what a later start cannot see from the other files.
struct RunState {
  int model = 0;          // the newest
  double seconds = 0;     // of work, in all starts
  bool finished = false;  // the budget is spent and the last evaluation done
};

/// A fresh state where there is none, or none that can be read.
RunState LoadRunState(const std::filesystem::path& run_folder);
void SaveRunState(const std::filesystem::path& run_folder, const RunState& state);

}  // namespace raichi
