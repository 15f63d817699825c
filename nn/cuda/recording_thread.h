#pragma once

#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <queue>

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

}  // namespace raichi
