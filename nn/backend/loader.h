#pragma once

#include <string>

#include "nn/backend/backend.h"

namespace raichi {

/// Returns the backend of this process. The first call loads libraichi_torch.so (or, of a program
/// for many processors, libraichi_torch_bf16.so if this one multiplies bf16), and LibTorch with it,
/// which takes half a second and 150 MB. The library is searched for beside the program and in
/// ../lib/raichi. There is one backend per process, because a library is loaded for the whole
/// process. Thread-safe. Throws Error if the library or LibTorch is missing, if the library
/// comes from another build than the program, or if `ulimit` or a container leave too little
/// memory.
Backend& TheBackend();

/// Whether `TheBackend` can return without loading anything.
bool IsBackendReady();

/// Replaces the backend during the lifetime of this object; for tests. No other thread may use the
/// backend while this object is constructed or destroyed.
class ScopedBackend {
 public:
  explicit ScopedBackend(Backend* backend);
  ~ScopedBackend();
  ScopedBackend(const ScopedBackend&) = delete;
  ScopedBackend& operator=(const ScopedBackend&) = delete;

 private:
  Backend* before_;
};

/// Returns the version of LibTorch that the program was built with, such as `1.13.0`, or an empty
/// text if it was built without LibTorch.
std::string LibTorchVersion();

/// The function of libraichi_torch.so that returns its backend, which lives until the process ends.
inline constexpr char kBackendEntry[] = "raichi_torch_backend";
using BackendEntry = Backend* (*)();

}  // namespace raichi
