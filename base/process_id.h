#pragma once

#include <cstdint>
#include <string>

namespace raichi {

/// What tells a process apart from all other processes of all machines: the machine's name, the
/// process's number, and when it started, because numbers are used again.
struct ProcessId {
  std::string host;     // without dots and slashes, so that it can be part of a file name
  int64_t process = 0;  // > 0
  uint64_t start = 0;   // clock ticks since the machine started; 0 if unknown

  /// `HOST.PROCESS.START`.
  std::string ToString() const;
  bool operator==(const ProcessId&) const = default;
};

/// Returns the identity of the calling process.
const ProcessId& ThisProcess();

/// Whether a process of this machine (`id.host` is that of ThisProcess) is running.
bool IsRunning(const ProcessId& id);

}  // namespace raichi
