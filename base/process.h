#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace raichi {

/// What the system lets this process use. Control groups (cgroups, of version 1 and 2) limit
/// containers and jobs; of nested groups the smallest limit counts. `root` is the folder that holds
/// proc and sys, for tests.

/// Processor time, in cores: those that the process may run on (taskset, cpusets), or fewer by the
/// quota of its groups, which may be a fraction.
double UsableCores(const std::filesystem::path& root = "/");
/// The same without the first limit: what this process shares with others that are bound to other
/// cores, such as ranks of a job.
double SharedCores(const std::filesystem::path& root = "/");
/// The number of threads that use UsableCores, at least 1. Half a core needs one thread.
int CountCores();
/// The seconds for which the threads of this process, all together, have run on processors since it
/// began. Unlike the time of a clock, they hardly depend on what else the machine does.
double ProcessorSeconds();
/// Memory in bytes: that of the machine, or less by `ulimit -v`, `ulimit -d` or its groups.
double UsableMemory(const std::filesystem::path& root = "/");

/// Memory that something needs, in bytes.
struct MemoryNeed {
  double address_space = 0;  // reserved, which `ulimit -v` limits; most of it is never used
  double data = 0;           // writable memory of its own, which `ulimit -d` limits; the same
  double resident = 0;       // used
};
inline constexpr double kMib = 1 << 20;

/// Throws Error naming the limit and `what` (such as `training`) if less is left of one.
void RequireMemory(const MemoryNeed& need, const std::string& what,
                   const std::filesystem::path& root = "/");

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

/// Returns the identity of the calling process: one object for all threads, never destroyed.
const ProcessId& ThisProcess();

/// Whether a process of this machine (`id.host` is that of ThisProcess) is running.
bool IsRunning(const ProcessId& id);

/// Returns the seconds from `start` to now.
inline double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace raichi
