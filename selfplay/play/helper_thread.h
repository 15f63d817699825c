#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace raichi {

/// A thread that runs one job after another for the thread that owns it, and sleeps in between.
/// Only the owner may call its functions.
class HelperThread {
 public:
  HelperThread() : thread_([this](const std::stop_token& stop) { Run(stop); }) {}
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  /// Starts `job`. No other job may be running. Everything that `job` uses must live until the next
  /// `Wait` returns.
  void Start(std::function<void()> job);
  /// Waits until the job is done. Returns the exception that it threw, or null.
  std::exception_ptr Wait();

 private:
  void Run(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::function<void()> job_;  // Empty if no job is running.
  std::exception_ptr error_;
  std::jthread thread_;  // Last, so that it is joined before the members it uses are destroyed.
};

}  // namespace raichi
