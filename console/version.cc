#include "console/version.h"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/process.h"
#include "base/text.h"
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

namespace {

namespace fs = std::filesystem;

/// The program that a shell calls `raichi`; empty if there is none.
fs::path RaichiOnPath() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  std::error_code none;
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / "raichi";
    if (fs::is_regular_file(file, none)) return file;
  }
  return {};
}

}  // namespace

std::string Version() { return RAICHI_VERSION; }  // CMake's project version

std::string ProgramVersion() { return "raichi " + Version(); }

std::string CommandWord() {
  std::error_code none;
  const fs::path own = fs::read_symlink("/proc/self/exe", none);
  if (own.empty() || fs::equivalent(own, RaichiOnPath(), none)) return "raichi";
  const fs::path near = own.lexically_relative(fs::current_path(none));
  if (near.empty() || *near.begin() == "..") return QuoteForShell(own.string());
  return QuoteForShell((near.has_parent_path() ? near : "." / near).string());
}

}  // namespace raichi
