#pragma once

#include <filesystem>
#include <string_view>

namespace raichi {

/// Output to files named on the command line, which may be anything: a symbolic link is followed,
/// and a terminal, pipe or device is written to directly. Only regular files are replaced as a
/// whole, as by AtomicWrite. `/dev/stdout`, `/dev/fd/N` and similar paths write to that open
/// descriptor.

/// Returns true if `path` is, or would become, a regular file other than that of an open
/// descriptor.
bool IsRegularOutput(const std::filesystem::path& path);

/// Throws Error if `path` could not be written now. Call this before long work.
void CheckOutput(const std::filesystem::path& path);

/// Writes `bytes` to `path`. Throws Error naming `path` and the system's message.
void WriteOutput(const std::filesystem::path& path, std::string_view bytes);

}  // namespace raichi
