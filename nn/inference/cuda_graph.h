#pragma once

#include <functional>
#include <memory>

#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// Pieces of work on a GPU, each recorded once and then replayed, which saves the launches of its
/// kernels. They share one pool of memory, so they must run one after the other on one stream and
/// leave nothing in memory that they allocated. Elsewhere, in a build without CUDA's headers, with
/// a LibTorch before 2.1 and after a recording that failed, the work is just done.
class CudaGraphs {
 public:
  explicit CudaGraphs(at::Device device);
  /// Gives the memory that LibTorch keeps in reserve back to the GPU if anything was recorded.
  ~CudaGraphs();
  CudaGraphs(const CudaGraphs&) = delete;
  CudaGraphs& operator=(const CudaGraphs&) = delete;

  /// `piece`: a number of the work's own; it must read and write the same buffers each time. The
  /// first calls do the work (libraries choose their kernels then), a later one records it.
  void Run(int piece, const std::function<void()>& work);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi
