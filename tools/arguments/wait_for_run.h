#pragma once

#include <filesystem>

#include "console/interrupt.h"
#include "tools/arguments/run_arguments.h"

namespace raichi {

/// For commands that may start before their run.

/// Returns the folder of a run that may not have begun. Only its ending tells a configuration from
/// a folder; throws UsageError if there is no such configuration.
std::filesystem::path FolderToWaitFor(const RunArguments& run);
/// Waits until the run has begun. Returns false if it was stopped first. Throws UsageError if the
/// folder holds other work, or if no run can ever have this folder: it is a file or lies in one, or
/// its name is too long.
bool WaitForRun(const std::filesystem::path& run, const Interrupt& interrupt);

}  // namespace raichi
