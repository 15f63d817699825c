#include "nn/cuda/recording_thread.h"

#include <utility>

#include "base/start_thread.h"

namespace raichi {

RecordingThread& RecordingThread::Get() {
  static auto* thread = new RecordingThread;
  return *thread;
}

RecordingThread::RecordingThread() {
  StartThread([this] { Work(); }).detach();
}

void RecordingThread::Run(const std::function<void()>& task) {
  std::packaged_task<void()> packaged(task);
  std::future<void> done = packaged.get_future();
  {
    const std::lock_guard lock(mutex_);
    tasks_.push(std::move(packaged));
  }
  event_.notify_one();
  done.get();
}

void RecordingThread::Work() {
  while (true) {
    std::unique_lock lock(mutex_);
    event_.wait(lock, [this] { return !tasks_.empty(); });
    std::packaged_task<void()> task = std::move(tasks_.front());
    tasks_.pop();
    lock.unlock();
    task();
  }
}

}  // namespace raichi
