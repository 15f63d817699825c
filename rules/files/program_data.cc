#include "rules/files/program_data.h"

#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#endif

#include <system_error>

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr int kFolders = 5;  // the folder of the program and those above it

bool IsThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Returns the file that contains this code: the program or, if it was linked into one, a shared
/// library such as a Python module.
fs::path OwnFile() {
#ifndef __EMSCRIPTEN__
  Dl_info info{};
  const bool is_known = dladdr(reinterpret_cast<const void*>(&IsThere), &info) != 0;
  if (is_known && fs::path(info.dli_fname).extension() == ".so") return info.dli_fname;
#endif
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none);
}

}  // namespace

std::optional<fs::path> FindProgramData(const fs::path& name) {
  fs::path folder = OwnFile().parent_path();
  for (int i = 0; i < kFolders && !folder.empty(); ++i) {
    for (const fs::path& place : {folder, folder / "share/raichi"}) {
      if (IsThere(place / name)) return place / name;
    }
    folder = folder.has_relative_path() ? folder.parent_path() : fs::path();
  }
  const fs::path source = fs::path(RAICHI_SOURCE_DIR) / name;
  if (IsThere(source)) return source;
  return std::nullopt;
}

fs::path OwnOrShipped(const fs::path& path) {
  if (IsThere(path) || path.empty() || *path.begin() != "configs") return path;
  return FindProgramData(path).value_or(path);
}

}  // namespace raichi
