#pragma once

#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>

#include "nn/network/torch_compat.h"

namespace raichi {

/// The thread on which all CUDA graphs of the process are recorded. LibTorch keeps the kernels that
/// cuDNN found fastest for each thread, and finding them takes seconds. On one thread they are
/// found once for each shape, not once in each worker and generation. The thread is never joined,
/// because nothing of LibTorch's may be destroyed while the process ends. Thread-safe.
class RecordingThread {
 public:
  static RecordingThread& Get();

  /// Calls `task` on the thread, and returns when it has returned. Rethrows what it throws.
  void Run(const std::function<void()>& task);

 private:
  RecordingThread();
  [[noreturn]] void Work();

  std::mutex mutex_;
  std::condition_variable event_;
  std::queue<std::packaged_task<void()>> tasks_;
};

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Records pieces of work on a GPU once each and replays them, which saves launching their kernels.
/// The pieces share one pool of memory. They must therefore run one after the other on one stream.
/// Tensors that a piece allocated and that outlive it hold its results until its next run. Without
/// recording, the work runs on other devices, in a build without CUDA's headers, with LibTorch
/// before 2.1, and once a recording has failed.
class CudaGraphs {
 public:
  explicit CudaGraphs(at::Device device);
  /// If anything was recorded, returns LibTorch's unused memory to the GPU.
  ~CudaGraphs();
  CudaGraphs(const CudaGraphs&) = delete;
  CudaGraphs& operator=(const CudaGraphs&) = delete;

  /// Runs a piece of work. `piece` identifies it; `work` must read and write the same buffers in
  /// every call, and running it twice must do the same as once. The first call runs it and records
  /// it, on a thread that all recordings of the process share, with the caller's stream and
  /// inference mode. Every call replays the recording.
  void Run(int piece, const std::function<void()>& work);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi
