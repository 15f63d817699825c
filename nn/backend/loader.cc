#include "nn/backend/loader.h"

#include <atomic>

#include "base/error.h"
#include "base/resources.h"
#include "nn/backend/own_library.h"

namespace raichi {
namespace {

constexpr char kVersion[] = RAICHI_TORCH_VERSION;  // empty: built without LibTorch

std::atomic<Backend*> ready = nullptr;

bool ProcessorMultipliesBf16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}

/// Returns the library that suits the processor (cmake/torch_module.cmake).
std::string LibraryFile() {
  const std::string for_bf16 = "libraichi_torch_bf16.so";
  return ProcessorMultipliesBf16() && HasOwnLibrary(for_bf16) ? for_bf16 : "libraichi_torch.so";
}

/// Throws Error if there is too little memory for LibTorch and threads on all cores. (The library
/// of matrices that LibTorch uses would then try to get some for ever.)
void CheckMemory() {
  const int threads = CountCores();
  RequireMemory({.address_space = (750 + threads * 190) * kMib,
                 .data = (200 + threads * 110) * kMib,
                 .resident = (150 + threads * 10) * kMib},
                "networks");
}

Backend* Load() {
  if (*kVersion == '\0') {
    throw Error(
        "this raichi was built without LibTorch and cannot compute networks; build it with "
        "-DRAICHI_TORCH=ON");
  }
  CheckMemory();
  void* const entry = LoadOwnLibrary({.file = LibraryFile(),
                                      .entry = kBackendEntry,
                                      .user = "networks",
                                      .needs = std::string("LibTorch ") + kVersion});
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
