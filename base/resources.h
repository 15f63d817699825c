#pragma once

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

}  // namespace raichi
