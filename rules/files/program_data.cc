#include "rules/files/program_data.h"

#include <system_error>

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr int kFolders = 5;  // the folder of the program and those above it

bool Exists(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

std::optional<fs::path> FindProgramData(const fs::path& name) {
  std::error_code none;
  fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  for (int i = 0; i < kFolders && !folder.empty(); ++i) {
    if (Exists(folder / name)) return folder / name;
    folder = folder.has_relative_path() ? folder.parent_path() : fs::path();
  }
  const fs::path source = fs::path(RAICHI_SOURCE_DIR) / name;
  if (Exists(source)) return source;
  return std::nullopt;
}

}  // namespace raichi
