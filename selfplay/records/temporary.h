#pragma once

#include <filesystem>

namespace raichi {

/// Temporary files and folders carry their owner in their name:
/// `NAME.HOST.PID.START.tmp`, where START is the time at which the process started, in clock ticks
/// since the machine started. A process that gets the number of a dead one is told apart by it.

/// The name under which this process prepares `path`.
std::filesystem::path TemporaryPath(const std::filesystem::path& path);

/// Removes the temporaries in `folder` whose owner was a process of this machine that has ended.
/// Those of running processes, of other machines and with other names stay.
void RemoveDeadTemporaries(const std::filesystem::path& folder);

}  // namespace raichi
