#include "console/machine.h"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <fstream>

#include "base/resources.h"
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

/// `1 core`, `0.5 cores`
std::string CoresText(double cores) {
  return fmt::format("{:.3g} core{}", cores, cores == 1 ? "" : "s");
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
                     CoresText(UsableCores()), MachineMemory() / (1 << 30),
                     gpu.empty() ? "" : ", " + gpu, Version(),
                     torch.empty() ? "without LibTorch" : "LibTorch " + torch, kCompiler);
}

}  // namespace raichi
