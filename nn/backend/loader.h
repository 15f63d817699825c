#pragma once

#include <string>

#include "nn/backend/backend.h"

namespace raichi {

/// The backend of this process. LibTorch takes half a second and 150 MB to load, so it is loaded at
/// the first call, from libraichi_torch.so, and never before. The library is searched beside the
/// program and in ../lib/raichi. There is one backend a process because a library, once loaded, is
/// there for all of it. Safe to call from any thread. Throws Error if the library or LibTorch is
/// missing, or if the library comes from another build than the program.
Backend& TheBackend();

/// Whether `TheBackend` has something to return without loading anything.
bool IsBackendReady();

/// Replaces the backend while it lives; for tests. No other thread may use the backend while this
/// is made or destroyed.
class ScopedBackend {
 public:
  explicit ScopedBackend(Backend* backend);
  ~ScopedBackend();
  ScopedBackend(const ScopedBackend&) = delete;
  ScopedBackend& operator=(const ScopedBackend&) = delete;

 private:
  Backend* before_;
};

/// The version of LibTorch that the program was built with, `1.13.0`; empty if it was built
/// without.
std::string LibTorchVersion();

/// The function of libraichi_torch.so that returns its backend, which lives until the process ends.
inline constexpr char kBackendEntry[] = "raichi_torch_backend";
using BackendEntry = Backend* (*)();

}  // namespace raichi
