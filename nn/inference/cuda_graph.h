#pragma once

#include <functional>
#include <memory>

#include "nn/network/torch_compat.h"

namespace raichi {

/// (Includes LibTorch: only for LibTorch's rooms.)

/// Records pieces of work on a GPU once each and replays them, which saves launching their kernels.
/// The pieces share one pool of memory, so they must run one after the other on one stream, and
/// none may keep results in memory that it allocated. The work runs without a recording on any
/// other device, in a build without CUDA's headers, with a LibTorch before 2.1, and after a
/// recording failed.
class CudaGraphs {
 public:
  explicit CudaGraphs(at::Device device);
  /// If anything was recorded, returns the memory that LibTorch keeps in reserve to the GPU.
  ~CudaGraphs();
  CudaGraphs(const CudaGraphs&) = delete;
  CudaGraphs& operator=(const CudaGraphs&) = delete;

  /// Runs `work`, which `piece` identifies; it must read and write the same buffers in every call.
  /// The first calls run it, while libraries choose their kernels; a later call records it.
  void Run(int piece, const std::function<void()>& work);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi
