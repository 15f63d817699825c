#include "nn/backend/loader.h"

#include <dlfcn.h>

#include <atomic>

#include "base/error.h"
#include "selfplay/records/files.h"

/// Identifies the headers and settings with which the program was compiled (cmake/interface.cmake).
/// A library from the same build contains the same text.
extern "C" const char kRaichiInterface[];

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr char kVersion[] = RAICHI_TORCH_VERSION;  // empty: built without LibTorch
constexpr char kLibrary[] = "libraichi_torch.so";
constexpr uint64_t kMaxLibraryBytes = uint64_t{1} << 30;

std::atomic<Backend*> ready = nullptr;

fs::path FindLibrary() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path installed = (folder / "../lib/raichi").lexically_normal();
  for (const fs::path& place : {folder, installed}) {
    if (fs::exists(place / kLibrary)) return place / kLibrary;
  }
  throw Error(std::string("networks need ") + kLibrary + ", which is neither in " +
              folder.string() + " nor in " + installed.string() +
              "; copy it there from where raichi was built");
}

/// Throws Error if the library comes from another build. Must be called before any of the library's
/// code runs, because that code might use different definitions of the program's types.
void CheckInterface(const fs::path& library) {
  if (ReadFile(library, kMaxLibraryBytes).find(kRaichiInterface) != std::string::npos) return;
  throw Error(
      library.string() +
      ": comes from another build than this raichi; build both again, or copy both from the "
      "same build folder");
}

Backend* Load() {
  if (*kVersion == '\0') {
    throw Error(
        "this raichi was built without LibTorch and cannot compute networks; build it with "
        "-DRAICHI_TORCH=ON");
  }
  const fs::path file = FindLibrary();
  CheckInterface(file);
  // RTLD_GLOBAL makes the symbols visible as if the program were linked with the library. RTLD_LAZY
  // is needed because symbols of the GPU's driver are missing on machines without one.
  void* const library = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  void* const entry = library == nullptr ? nullptr : dlsym(library, kBackendEntry);
  if (entry == nullptr) {
    throw Error("cannot load LibTorch " + std::string(kVersion) + ": " + dlerror() +
                "; install that version where it was when raichi was built, or build raichi again");
  }
  return reinterpret_cast<BackendEntry>(entry)();
}

}  // namespace

Backend& TheBackend() {
  if (Backend* const backend = ready) return *backend;
  static Backend* const loaded = Load();
  ready = loaded;
  return *loaded;
}

bool IsBackendReady() { return ready != nullptr; }

ScopedBackend::ScopedBackend(Backend* backend) : before_(ready.exchange(backend)) {}
ScopedBackend::~ScopedBackend() { ready = before_; }

std::string LibTorchVersion() { return kVersion; }

}  // namespace raichi
