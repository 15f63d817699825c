#include "nn/backend/loader.h"

#include <dlfcn.h>

#include <atomic>

#include "base/error.h"
#include "base/resources.h"
#include "nn/backend/own_backend.h"
#include "nn/backend/own_library.h"

namespace raichi {
namespace {

constexpr char kVersion[] = RAICHI_TORCH_VERSION;  // empty: built without LibTorch

std::atomic<Backend*> replaced = nullptr;  // by ScopedBackend

bool ProcessorMultipliesBf16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}

/// Returns the file of a library that suits the processor (cmake/network_modules.cmake).
std::string LibraryFile(const std::string& name) {
  const std::string for_bf16 = name + "_bf16.so";
  return ProcessorMultipliesBf16() && HasOwnLibrary(for_bf16) ? for_bf16 : name + ".so";
}

const Processor& TheProcessor() {
  static const Processor* const processor =
      reinterpret_cast<ProcessorEntry>(LoadOwnLibrary({.file = LibraryFile("libraichi_cpu"),
                                                       .entry = kProcessorEntry,
                                                       .user = "networks",
                                                       .needs = ""}))();
  return *processor;
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
        "this raichi was built without LibTorch, so it computes networks on the processor only and "
        "cannot train or export them; build it with -DRAICHI_TORCH=ON");
  }
  CheckMemory();
  TheProcessor();  // the library of LibTorch uses its code
  void* const entry = LoadOwnLibrary({.file = LibraryFile("libraichi_torch"),
                                      .entry = kBackendEntry,
                                      .user = "networks",
                                      .needs = std::string("LibTorch ") + kVersion});
  return reinterpret_cast<BackendEntry>(entry)();
}

Backend& TheLibTorch() {
  static Backend* const loaded = Load();
  return *loaded;
}

/// Whether the driver's library, which CUDA needs, is present. Takes a fraction of a millisecond.
bool HasDriver() {
  static const bool has_driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr;
  return has_driver;
}

class LoadingBackend : public OwnBackend {
 public:
  int CountGpus() override {
    return LibTorchVersion().empty() || !HasDriver() ? 0 : OwnBackend::CountGpus();
  }

 private:
  const Processor& OwnCode() override { return TheProcessor(); }
  Backend& LibTorch() override { return TheLibTorch(); }
};

}  // namespace

Backend& TheBackend() {
  static LoadingBackend own;
  Backend* const scoped = replaced;
  return scoped != nullptr ? *scoped : own;
}

void RequireLibTorch() {
  if (replaced == nullptr) TheLibTorch();
}

ScopedBackend::ScopedBackend(Backend* backend) : before_(replaced.exchange(backend)) {}
ScopedBackend::~ScopedBackend() { replaced = before_; }

std::string LibTorchVersion() { return kVersion; }

}  // namespace raichi
