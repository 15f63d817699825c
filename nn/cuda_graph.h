#pragma once

#include <functional>
#include <memory>

#include "nn/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// A GPU's stream of one evaluator, so that several evaluators overlap. On any other device, and in
/// a build against a LibTorch without CUDA, it does nothing.
class CudaStream {
 public:
  explicit CudaStream(at::Device device);
  ~CudaStream();
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  /// Until everything sent to the stream is done.
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

/// Work on a GPU that is recorded once and then replayed, which saves the launches of its kernels.
/// The work must read and write the same buffers each time. Elsewhere it is just done.
class CudaGraph {
 public:
  explicit CudaGraph(at::Device device);
  ~CudaGraph();
  CudaGraph(CudaGraph&&) noexcept;
  CudaGraph& operator=(CudaGraph&&) noexcept;

  /// The first calls do the work (libraries choose their kernels then), a later one records it.
  void Run(const std::function<void()>& work);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi
