#pragma once

#include <memory>

#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// A GPU's stream that one evaluator has for itself, so that several evaluators overlap. On any
/// other device it does nothing; in a build without CUDA's headers the GPU's usual stream serves.
class CudaStream {
 public:
  /// Throws c10::Error if the GPU is not there.
  explicit CudaStream(at::Device device);
  ~CudaStream();
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  /// Until everything sent to the stream is done; the thread sleeps meanwhile.
  void Wait();

  /// Makes it the calling thread's stream for a while.
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
