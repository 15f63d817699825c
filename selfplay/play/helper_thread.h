#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace raichi {

/// A thread that does one job after another for the thread that owns it, and sleeps in between.
class HelperThread {
 public:
  HelperThread() : thread_([this](const std::stop_token& stop) { Run(stop); }) {}
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  /// Begins `job`. There must be none under way; what it uses must outlive the next `Wait`.
  void Start(std::function<void()> job);
  /// Waits until the job is done. Returns what it threw, if it did.
  std::exception_ptr Wait();

 private:
  void Run(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::function<void()> job_;  // empty: none under way
  std::exception_ptr error_;
  std::jthread thread_;  // the last member: what it uses outlives it
};

}  // namespace raichi
