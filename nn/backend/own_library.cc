#include "nn/backend/own_library.h"

#include <dlfcn.h>

#include <filesystem>

#include "base/error.h"
#include "selfplay/records/files.h"

/// Identifies the headers and settings with which the program was compiled (cmake/interface.cmake).
/// A library from the same build contains the same text.
extern "C" const char kRaichiInterface[];

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxLibraryBytes = uint64_t{1} << 30;

fs::path FindLibrary(const OwnLibrary& library) {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path installed = (folder / "../lib/raichi").lexically_normal();
  for (const fs::path& place : {folder, installed}) {
    if (fs::exists(place / library.file)) return place / library.file;
  }
  throw Error(library.user + " need " + library.file + ", which is neither in " + folder.string() +
              " nor in " + installed.string() + "; copy it there from where raichi was built");
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

void* LoadOwnLibrary(const OwnLibrary& library) {
  const fs::path file = FindLibrary(library);
  CheckInterface(file);
  // RTLD_GLOBAL makes the symbols visible as if the program were linked with the library. RTLD_LAZY
  // is needed because symbols of the GPU's driver are missing on machines without one.
  void* const loaded = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  void* const entry = loaded == nullptr ? nullptr : dlsym(loaded, library.entry.c_str());
  if (entry != nullptr) return entry;
  throw Error("cannot load " + library.needs + ": " + dlerror() +
              "; install that version where it was when raichi was built, or build raichi again");
}

}  // namespace raichi
