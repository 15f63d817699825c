#pragma once

#include <memory>
#include <string>

#include "nn/network/torch_compat.h"

namespace raichi {

/// Implemented with LibTorch, so only code of the LibTorch library may call these functions.

/// Returns the number of GPUs that LibTorch can use.
int CountTorchGpus();

/// Whether a GPU multiplies bf16 natively, as GPUs of compute capability 8.0 and later do. Always
/// true in a build without CUDA's headers.
bool GpuHasBf16(int gpu);

/// Returns the name that the driver gives a GPU, such as `NVIDIA H200`. In a build without CUDA's
/// headers, returns `cuda:0` and so on.
std::string NameOfGpu(int gpu);

/// Returns a name that no other GPU of any machine has. Empty in a build without CUDA's headers.
std::string IdOfGpu(int gpu);

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// A stream of a GPU that belongs to one evaluator or training, so that several can work at the
/// same time, and so that its work can be recorded. Has no effect on other devices. In a build
/// without CUDA's headers, the GPU's default stream is used.
class CudaStream {
 public:
  /// Throws c10::Error if the GPU does not exist.
  explicit CudaStream(at::Device device);
  ~CudaStream();
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  /// Sleeps until all work in the stream is done.
  void Wait();
  /// Returns the cudaStream_t; null for the default stream.
  void* Raw() const;

  /// Makes the stream the calling thread's current one until the guard is destroyed.
  class Guard {
   public:
    explicit Guard(CudaStream* stream);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi
