#pragma once

#include <filesystem>

namespace raichi {

/// Temporary files and folders name their owner: `NAME.HOST.PID.START.tmp`, where START is the time
/// at which the process started, in clock ticks since the machine started. START distinguishes the
/// owner from a later process with the same number.

/// Returns the name under which this process prepares `path`.
std::filesystem::path TemporaryPath(const std::filesystem::path& path);

/// Removes the temporaries in `folder` whose owner was a process of this machine that has ended.
/// Keeps those of running processes and of other machines, and files with other names.
void RemoveDeadTemporaries(const std::filesystem::path& folder);

}  // namespace raichi
