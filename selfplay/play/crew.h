#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>

namespace raichi {

/// Threads left of nn/ are here and in HelperThread: workers that each do a job, and a caller that
/// attends to them. What they have in common lies behind `mutex()`.
class Crew {
 public:
  using Job = std::function<void(int worker, const std::stop_token& stop)>;

  std::mutex& mutex() { return mutex_; }
  /// Tells the caller's thread that there is something to attend to.
  void Notify() { event_.notify_one(); }

  /// Runs `job` on `workers` threads until all return. Meanwhile, and once more at the end, calls
  /// `attend` on this thread, at events and every few hundredths of a second; when it returns false
  /// the threads are asked to stop. Throws what a job or `attend` threw, when all have returned.
  void Run(int workers, const Job& job, const std::function<bool()>& attend);

 private:
  void RunJob(int worker, const Job& job, const std::stop_token& stop);
  bool Wait();  // false once no thread is left
  bool Failed();

  std::mutex mutex_;
  std::condition_variable event_;
  std::exception_ptr error_;  // the first
  int running_ = 0;
};

}  // namespace raichi
