#pragma once

#include <filesystem>
#include <string_view>

namespace raichi {

/// Files that a user names on the command line, which may be anything: a symbolic link is followed,
/// a terminal, pipe or device is written to. Only regular files are replaced as a whole, as by
/// AtomicWrite. `/dev/stdout`, `/dev/fd/N` and the like write to that open descriptor.

/// Whether `path` is, or would become, a regular file other than an open descriptor's.
bool IsRegularOutput(const std::filesystem::path& path);

/// Throws Error if `path` cannot be written as things stand. Call this before long work.
void CheckOutput(const std::filesystem::path& path);

/// Throws Error naming `path` and what the system says.
void WriteOutput(const std::filesystem::path& path, std::string_view bytes);

}  // namespace raichi
