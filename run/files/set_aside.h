#pragma once

#include <filesystem>
#include <functional>

#include "base/error.h"

namespace raichi {

/// Renames a damaged file or folder to its BadName (selfplay/records/files.h), with a warning that
/// gives the reason. Only the owner of a run may do this: the process that holds the lock of
/// training, or of the stream whose shard it is.
void SetAside(const std::filesystem::path& path, const Error& damage);

/// Calls `read`, which reads the file or folder `path`, on behalf of the run's owner.
/// - Damage that a second attempt finds again: sets `path` aside and returns false.
/// - ReadError: tries again as Patience says, then throws it.
/// - Everything else, such as VersionError: throws it at once.
bool ReadOrSetAside(const std::filesystem::path& path, const std::function<void()>& read);

}  // namespace raichi
