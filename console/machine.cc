#include "console/machine.h"

#include <sched.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/counted.h"
#include "console/version.h"
#include "nn/backend/devices.h"
#include "nn/backend/loader.h"

namespace raichi {
namespace {

std::string ProcessorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

/// In bytes.
double MachineMemory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

#ifdef __clang__
constexpr char kCompiler[] = "clang " __clang_version__;
#else
constexpr char kCompiler[] = "g++ " __VERSION__;
#endif

}  // namespace

std::string DescribeMachine(const std::string& device) {
  const std::string gpu = GpuName(device);
  const std::string torch = LibTorchVersion();
  return fmt::format("{}, {}, {:.0f} GiB{}; raichi {}, {}, {}", ProcessorName(),
                     Counted(CountCores(), "core"), MachineMemory() / (1 << 30),
                     gpu.empty() ? "" : ", " + gpu, Version(),
                     torch.empty() ? "without LibTorch" : "LibTorch " + torch, kCompiler);
}

double UsableMemory() {
  double limit = 0;  // the file holds a number or "max"
  const bool is_limited = static_cast<bool>(std::ifstream("/sys/fs/cgroup/memory.max") >> limit);
  return is_limited ? std::min(limit, MachineMemory()) : MachineMemory();
}

int CountCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace raichi
