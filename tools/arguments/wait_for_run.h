#pragma once

#include <filesystem>

#include "console/interrupt.h"
#include "tools/arguments/run_arguments.h"

namespace raichi {

/// For commands that may start before their run.

/// Returns the folder of a run that may not have begun, so that nothing tells a folder from a file.
std::filesystem::path FolderToWaitFor(const RunArguments& run);
/// Waits until the run has begun. Returns false if it was stopped first.
bool WaitForRun(const std::filesystem::path& run, const Interrupt& interrupt);

}  // namespace raichi
