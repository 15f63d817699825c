#pragma once

#include <string>

#include "nn/backend/backend.h"

namespace raichi {

/// Returns the backend of this process. Thread-safe. It computes networks on the processor by our
/// own code, for which it loads the small libraichi_cpu.so. For all else its first use loads
/// libraichi_torch.so, and LibTorch with it, which takes half a second and 150 MB. (A program for
/// many processors has each library a second time, …_bf16.so, for those that multiply bf16.)
///
/// Libraries are searched for beside the program and in ../lib/raichi, and loaded for the whole
/// process. The backend's functions throw Error if one is missing or comes from another build than
/// the program, or if `ulimit` or a container leave too little memory for LibTorch.
Backend& TheBackend();

/// Loads LibTorch now rather than when it is first needed. Throws Error if that is impossible. Does
/// nothing while the backend is replaced.
void RequireLibTorch();

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

/// The function of libraichi_torch.so that returns what LibTorch computes, which lives until the
/// process ends.
inline constexpr char kBackendEntry[] = "raichi_torch_backend";
using BackendEntry = Backend* (*)();

}  // namespace raichi
