#include "base/process.h"

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "base/error.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// Whether a list such as `cpu,cpuacct` has a word.
bool Lists(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

/// Returns this process's group in the hierarchy of a controller (of version 1), or of version 2 if
/// `controller` is empty (cgroups(7)).
std::optional<fs::path> GroupOf(const std::string& controller, const fs::path& root) {
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string number, list, path; std::getline(file, number, ':') &&
                                       std::getline(file, list, ':') && std::getline(file, path);) {
    if (controller.empty() ? number == "0" && list.empty() : Lists(list, controller)) return path;
  }
  return std::nullopt;
}

/// Where a hierarchy of groups is to be seen.
struct Mount {
  fs::path top;     // its folder
  fs::path prefix;  // the group that this folder shows
};
/// Returns where the hierarchy of a controller is mounted (proc_pid_mountinfo(5)).
std::optional<Mount> MountOf(const std::string& controller, const fs::path& root) {
  std::ifstream file(root / "proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    std::string skipped, prefix, top, type, source, options;
    std::istringstream(line) >> skipped >> skipped >> skipped >> prefix >> top;
    const size_t optional_fields_end = line.find(" - ");
    if (optional_fields_end == std::string::npos) continue;
    std::istringstream(line.substr(optional_fields_end + 3)) >> type >> source >> options;
    const bool is_it =
        controller.empty() ? type == "cgroup2" : type == "cgroup" && Lists(options, controller);
    if (is_it) return Mount{root / fs::path(top).relative_path(), prefix};
  }
  return std::nullopt;
}

/// Returns the smallest of what `limit_of` says of the folders of this process's group and all
/// groups around it that it sees.
double SmallestLimit(const std::string& controller, const fs::path& root,
                     const std::function<double(const fs::path&)>& limit_of) {
  const std::optional<fs::path> group = GroupOf(controller, root);
  const std::optional<Mount> mount = MountOf(controller, root);
  if (!group || !mount) return kNoLimit;
  fs::path below = group->lexically_relative(mount->prefix);
  if (below.empty() || *below.begin() == "..") below = ".";  // outside of what is to be seen
  double least = limit_of(mount->top);
  fs::path folder = mount->top;
  for (const fs::path& name : below) least = std::min(least, limit_of(folder /= name));
  return least;
}

/// Reads the numbers at the beginning of a file. Words such as `max` and what follows them are 0.
std::array<double, 2> NumbersIn(const fs::path& file) {
  std::array<double, 2> numbers{};
  std::ifstream(file) >> numbers[0] >> numbers[1];
  return numbers;
}

double PositiveOr(double otherwise, double number) { return number > 0 ? number : otherwise; }

/// In cores. A quota is a time in each period, both in microseconds.
double CoresOfGroups(const fs::path& root) {
  const double newer = SmallestLimit("", root, [](const fs::path& group) {
    const auto [quota, period] = NumbersIn(group / "cpu.max");
    return period > 0 ? quota / period : kNoLimit;
  });
  const double older = SmallestLimit("cpu", root, [](const fs::path& group) {
    const double quota = NumbersIn(group / "cpu.cfs_quota_us")[0];  // -1: none
    const double period = NumbersIn(group / "cpu.cfs_period_us")[0];
    return quota > 0 && period > 0 ? quota / period : kNoLimit;
  });
  return std::min(newer, older);
}

double MemoryOfGroups(const fs::path& root) {
  const double newer = SmallestLimit("", root, [](const fs::path& group) {
    return PositiveOr(kNoLimit, NumbersIn(group / "memory.max")[0]);
  });
  const double older = SmallestLimit("memory", root, [](const fs::path& group) {
    return PositiveOr(kNoLimit, NumbersIn(group / "memory.limit_in_bytes")[0]);
  });
  return std::min(newer, older);
}

/// The cores that this process may run on.
double AllowedCores() {
  cpu_set_t cores;  // has room for 1024
  CPU_ZERO(&cores);
  return sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : kNoLimit;
}

/// What `ulimit` allows of a resource, in bytes.
double LimitOf(int resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return kNoLimit;
  return limit.rlim_cur == RLIM_INFINITY ? kNoLimit : static_cast<double>(limit.rlim_cur);
}

/// A size of this process by its name in /proc/self/status, in bytes; 0 if unknown.
double SizeOfProcess(std::string_view name, const fs::path& root) {
  std::ifstream file(root / "proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name) || line.substr(name.size(), 1) != ":") continue;
    double kib = 0;
    std::istringstream(line.substr(name.size() + 1)) >> kib;
    return kib * 1024;
  }
  return 0;
}

std::string MibText(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f MiB", std::max(0.0, bytes / kMib));
  return text;
}

}  // namespace

double SharedCores(const fs::path& root) {
  const auto online = static_cast<double>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  return std::min(online, CoresOfGroups(root));
}

double UsableCores(const fs::path& root) { return std::min(AllowedCores(), SharedCores(root)); }

int CountCores() { return std::max(1, static_cast<int>(std::ceil(UsableCores()))); }

double ProcessorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double UsableMemory(const fs::path& root) {
  const double machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  return std::min({machine, LimitOf(RLIMIT_AS), LimitOf(RLIMIT_DATA), MemoryOfGroups(root)});
}

void RequireMemory(const MemoryNeed& need, const std::string& what, const fs::path& root) {
  const auto require = [&](double bytes, double limit, const char* used, const std::string& name,
                           const std::string& advice) {
    const double left = limit - SizeOfProcess(used, root);
    if (bytes <= left) return;
    throw Error(what + ": needs about " + MibText(bytes) + " of memory, but " + name + " leaves " +
                MibText(left) + "; " + advice);
  };
  const std::string raise = "raise it, as by `ulimit -Sv unlimited -Sd unlimited`";
  require(need.address_space, LimitOf(RLIMIT_AS), "VmSize",
          "the limit of address space (ulimit -v)", raise);
  require(need.data, LimitOf(RLIMIT_DATA), "VmData", "the limit of data (ulimit -d)", raise);
  require(need.resident, MemoryOfGroups(root), "VmRSS",
          "the limit of the container or job (cgroup)", "give it more memory");
}

namespace {

std::string HostName() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  std::string host = name.data();
  for (char& c : host) {
    if (c == '.' || c == '/') c = '_';
  }
  return host.empty() ? "unknown" : host;
}

/// Returns the time at which a process started, field 22 of /proc/PID/stat (proc(5)), or 0 if it
/// cannot be read.
uint64_t StartOf(int64_t process) {
  constexpr int kFieldsBetween = 19;  // After the process name, which may contain spaces.
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text, '\0');  // nothing if the process has just ended
  size_t at = text.rfind(')');
  for (int i = 0; i <= kFieldsBetween && at != std::string::npos; ++i) at = text.find(' ', at + 1);
  uint64_t start = 0;
  if (at != std::string::npos) {
    std::from_chars(text.data() + at + 1, text.data() + text.size(), start);
  }
  return start;
}

}  // namespace

std::string ProcessId::ToString() const {
  return host + "." + std::to_string(process) + "." + std::to_string(start);
}

const ProcessId& ThisProcess() {
  static std::atomic<const ProcessId*> known = nullptr;
  const ProcessId* id = known;
  if (id == nullptr || id->process != ::getpid()) {  // the first call, also after a fork
    auto own =
        std::make_unique<const ProcessId>(ProcessId{HostName(), ::getpid(), StartOf(::getpid())});
    if (known.compare_exchange_strong(id, own.get())) id = own.release();  // else another thread's
  }
  return *id;
}

bool IsRunning(const ProcessId& id) {
  if (::kill(static_cast<pid_t>(id.process), 0) != 0 && errno == ESRCH) return false;
  const uint64_t start = StartOf(id.process);
  return start == 0 || id.start == 0 || start == id.start;
}

}  // namespace raichi
