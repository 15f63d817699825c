#pragma once

#include <filesystem>
#include <functional>

#include "base/error.h"

namespace raichi {

/// Renames a damaged file or folder to its BadName (base/files/files.h), with a warning that
/// gives the reason. Only the owner of a run may do this: the process that holds the lock of
/// training, or of the stream whose shard it is.
void SetAside(const std::filesystem::path& path, const Error& damage);

/// Calls `read`, which reads the file or folder `path`, on behalf of the run's owner. If the file
/// is damaged, also at a second attempt, sets `path` aside and returns false. Retries after a
/// ReadError as Patience says, then throws it. Throws every other error, such as VersionError, at
/// once.
bool ReadOrSetAside(const std::filesystem::path& path, const std::function<void()>& read);

}  // namespace raichi
