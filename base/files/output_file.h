#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// Temporary files and folders name their owner: `NAME.HOST.PID.START.tmp`, where START is the time
/// at which the process started, in clock ticks since the machine started. START distinguishes the
/// owner from a later process with the same number.

/// Returns `.HOST.PID.START.tmp` of this process.
std::string TemporarySuffix();
/// Returns the name under which this process prepares `path`.
std::filesystem::path TemporaryPath(const std::filesystem::path& path);

/// Removes the temporaries in `folder` whose owner was a process of this machine that has ended.
/// Keeps those of running processes and of other machines, and files with other names.
void RemoveDeadTemporaries(const std::filesystem::path& folder);
/// The same for the temporaries among the entries of a folder.
void RemoveDeadTemporaries(const std::vector<std::filesystem::path>& entries);

/// An empty folder in the system's place for temporary files. The destructor removes it.
class TemporaryFolder {
 public:
  /// Throws Error if the folder cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

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
