#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace raichi {

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
