#include "nn/backend/own_library.h"

#include <dlfcn.h>

#include <array>
#include <filesystem>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"

/// Identifies the headers and settings with which the program was compiled (cmake/interface.cmake).
/// A library from the same build contains the same text.
extern "C" const char kRaichiInterface[];

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxLibraryBytes = uint64_t{1} << 30;

/// Returns the folders in which libraries are searched for.
std::array<fs::path, 2> Folders() {
  std::error_code none;
  const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  return {folder, (folder / "../lib/raichi").lexically_normal()};
}

/// Returns the library's path, or an empty path if it is missing.
fs::path FindLibrary(const std::string& file) {
  for (const fs::path& folder : Folders()) {
    if (std::error_code none; fs::exists(folder / file, none)) return folder / file;
  }
  return {};
}

/// Throws Error if the library comes from another build. Must be called before any of the library's
/// code runs, because that code might use different definitions of the program's types.
void CheckInterface(const fs::path& file) {
  if (ReadFile(file, kMaxLibraryBytes).find(kRaichiInterface) != std::string::npos) return;
  throw Error(
      file.string() +
      ": comes from another build than this raichi; build both again, or copy both from the "
      "same build folder");
}

}  // namespace

bool HasOwnLibrary(const std::string& file) { return !FindLibrary(file).empty(); }

void* LoadOwnLibrary(const OwnLibrary& library) {
  const fs::path file = FindLibrary(library.file);
  if (file.empty()) {
    const auto [folder, installed] = Folders();
    throw Error(library.user + " need " + library.file + ", which is neither in " +
                folder.string() + " nor in " + installed.string() +
                "; copy it there from where raichi was built");
  }
  CheckInterface(file);
  // RTLD_GLOBAL makes the symbols visible as if the program were linked with the library. RTLD_LAZY
  // is needed because symbols of the GPU's driver are missing on machines without one.
  void* const loaded = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  void* const entry = loaded == nullptr ? nullptr : dlsym(loaded, library.entry.c_str());
  if (entry != nullptr) return entry;
  const std::string why = dlerror();
  if (library.needs.empty()) {
    throw Error("cannot load " + file.string() + ": " + why + "; build raichi again");
  }
  throw Error("cannot load " + library.needs + ": " + why +
              "; install that version where it was when raichi was built, or build raichi again");
}

}  // namespace raichi
