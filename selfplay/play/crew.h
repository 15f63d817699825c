#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>

namespace raichi {

/// Worker threads, each running one job, and the calling thread, which attends to them. In the
/// layers below nn/, only Crew and HelperTeam create threads. `mutex()` guards all data that the
/// workers and the caller share.
class Crew {
 public:
  using Job = std::function<void(int worker, const std::stop_token& stop)>;

  std::mutex& mutex() { return mutex_; }
  /// Wakes the calling thread so that it runs `attend`.
  void Notify() { event_.notify_one(); }

  /// Runs `job` on `workers` threads and returns when all of them have returned. Meanwhile calls
  /// `attend` on the calling thread, after each notification and every few hundredths of a second,
  /// and once more at the end; if it returns false, the threads are asked to stop. Once all
  /// threads have returned, rethrows what `attend` threw, or else the first exception of a job.
  void Run(int workers, const Job& job, const std::function<bool()>& attend);

 private:
  void RunJob(int worker, const Job& job, const std::stop_token& stop);
  bool Wait();  // Returns false once no thread is running.
  bool Failed();

  std::mutex mutex_;
  std::condition_variable event_;
  std::exception_ptr error_;  // The first exception thrown.
  int running_ = 0;
};

}  // namespace raichi
