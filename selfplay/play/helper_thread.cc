#include "selfplay/play/helper_thread.h"

#include <utility>

#include "base/check.h"

namespace raichi {

void HelperThread::Start(std::function<void()> job) {
  {
    const std::scoped_lock lock(mutex_);
    RAICHI_CHECK(!job_);
    job_ = std::move(job);
  }
  changed_.notify_all();
}

std::exception_ptr HelperThread::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !job_; });
  return std::exchange(error_, nullptr);
}

void HelperThread::Run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return job_ != nullptr; })) {
    lock.unlock();
    std::exception_ptr error;
    try {
      job_();
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    error_ = error;
    job_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace raichi
