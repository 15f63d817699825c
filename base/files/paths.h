#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"

namespace raichi {

/// Questions about paths, like Exists and IsFolder (files.h). Where std::filesystem would throw an
/// error of its own, these throw ReadError, which names the path.

/// Whether `path` is a regular file, or a link to one. A name that no file can have (too long, a
/// circle of links, below a file) is that of no file.
bool IsFile(const std::filesystem::path& path);
/// Whether both are there and are the same file or folder.
bool AreSame(const std::filesystem::path& one, const std::filesystem::path& other);

/// Returns the absolute path without `.`, `..` and, as far as it exists and can be read, links.
/// That of an empty path is empty.
std::filesystem::path RealPath(const std::filesystem::path& path);
/// Returns the absolute path without `.` and `..`; links stay.
std::filesystem::path AbsolutePath(const std::filesystem::path& path);

/// Returns the ending of a file's name in lower case, such as `.otg`; empty if it has none.
std::string EndingOf(const std::filesystem::path& path);

/// Settings for retrying when the system temporarily cannot read a file.
struct Patience {
  using Time = std::chrono::milliseconds;
  /// Waiting time before each further attempt. After the last attempt the error is thrown.
  std::vector<Time> waits = {Time(50), Time(200), Time(800)};
  std::function<void(Time)> sleep = [](Time time) { std::this_thread::sleep_for(time); };
};

/// Returns true if reading may soon succeed without intervention: too many open files, a disk
/// error, or a network file system that does not answer. Returns false for missing files and
/// missing permissions.
bool IsTransient(const ReadError& error);

/// Returns true if a file that is listed in a folder may become readable without intervention,
/// although it is missing, stale, unreadable or a forbidden link now (ENOENT, ESTALE, EIO, ELOOP):
/// a network file system may show a new file in a listing seconds before it can be opened.
bool MayAppear(const ReadError& error);

/// Returns `read()`. Retries after transient ReadErrors as `patience` says, and reads a damaged
/// file a second time before throwing DamagedError. Throws every other error at once. A file may be
/// set aside only because of a DamagedError that this function threw.
template <typename Read>
auto ReadPatiently(const Patience& patience, const Read& read) {
  bool was_damaged = false;
  for (size_t attempt = 0;;) {
    try {
      return read();
    } catch (const DamagedError&) {
      if (was_damaged) throw;
      was_damaged = true;
      if (!patience.waits.empty()) patience.sleep(patience.waits.front());
    } catch (const ReadError& error) {
      if (!IsTransient(error) || attempt == patience.waits.size()) throw;
      was_damaged = false;
      patience.sleep(patience.waits[attempt++]);
    }
  }
}

}  // namespace raichi
