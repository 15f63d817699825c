#pragma once

#include <filesystem>
#include <string>
#include <string_view>

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

}  // namespace raichi
