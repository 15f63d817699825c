#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"

namespace raichi {

/// Starts a thread. Throws Error if the system allows no more of them.
template <typename Work>
std::jthread StartThread(Work work) {
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error& error) {
    throw Error(std::string("cannot start another thread: ") + error.code().message() +
                "; allow more of them (ulimit -u, the limit of processes of the container) or use "
                "fewer workers and threads");
  }
}

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

/// The calling thread and helpers that share its work and sleep in between. A thread takes the job
/// of its own number first, and then any job that no thread has begun. So nobody waits for a helper
/// that has no time slice yet because other programs use its core. Only the owner may call its
/// functions.
class HelperTeam {
 public:
  using Work = std::function<void(size_t job, size_t thread)>;  // threads count from 0

  /// A team of `threads` threads, at least 1, including the caller.
  explicit HelperTeam(size_t threads);
  HelperTeam(const HelperTeam&) = delete;
  HelperTeam& operator=(const HelperTeam&) = delete;

  /// Does the jobs 0 to `jobs` - 1, each once and on any thread, and returns when all are done. The
  /// caller is thread 0 and does job 0. If jobs throw, rethrows the exception of the one with the
  /// least number.
  void Run(size_t jobs, const Work& work);

 private:
  void Help(size_t thread, const std::stop_token& stop);
  void DoJobs(size_t thread, std::unique_lock<std::mutex>* lock);
  size_t Take(size_t thread);
  void Finish(size_t job, const std::exception_ptr& error);

  std::mutex mutex_;  // guards everything below, except the threads
  std::condition_variable_any changed_;
  const Work* work_ = nullptr;
  std::vector<bool> is_taken_;  // by job
  size_t not_taken_ = 0;        // jobs that no thread has begun
  size_t not_done_ = 0;         // jobs that are not done yet
  std::exception_ptr error_;    // of the job error_job_
  size_t error_job_ = 0;
  std::vector<std::jthread> helpers_;  // last, so that they end before what they use
};

}  // namespace raichi
