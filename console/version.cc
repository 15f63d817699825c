#include "console/version.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/quote.h"

namespace raichi {
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
