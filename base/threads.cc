#include "base/threads.h"

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace raichi {

void Crew::Run(int workers, const Job& job, const std::function<bool()>& attend) {
  running_ = workers;
  std::vector<std::jthread> threads;
  for (int worker = 0; worker < workers; ++worker) {
    threads.push_back(StartThread(
        [this, worker, &job](const std::stop_token& stop) { RunJob(worker, job, stop); }));
  }
  while (Wait()) {
    if (attend() && !Failed()) continue;
    for (std::jthread& thread : threads) thread.request_stop();
  }
  threads.clear();
  attend();
  if (error_) std::rethrow_exception(error_);
}

void Crew::RunJob(int worker, const Job& job, const std::stop_token& stop) {
  std::exception_ptr error;
  try {
    job(worker, stop);
  } catch (...) {
    error = std::current_exception();
  }
  const std::unique_lock lock(mutex_);
  if (!error_) error_ = error;
  --running_;
  event_.notify_one();
}

bool Crew::Wait() {
  std::unique_lock lock(mutex_);
  if (running_ > 0) event_.wait_for(lock, std::chrono::milliseconds(30));
  return running_ > 0;
}

bool Crew::Failed() {
  const std::unique_lock lock(mutex_);
  return error_ != nullptr;
}

HelperTeam::HelperTeam(size_t threads) {
  for (size_t thread = 1; thread < threads; ++thread) {
    helpers_.push_back(
        StartThread([this, thread](const std::stop_token& stop) { Help(thread, stop); }));
  }
}

void HelperTeam::Run(size_t jobs, const Work& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  is_taken_.assign(jobs, false);
  not_taken_ = not_done_ = jobs;
  if (jobs > 1) changed_.notify_all();
  DoJobs(0, &lock);
  changed_.wait(lock, [this] { return not_done_ == 0; });
  if (const std::exception_ptr error = std::exchange(error_, nullptr)) {
    std::rethrow_exception(error);
  }
}

void HelperTeam::Help(size_t thread, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return not_taken_ > 0; })) DoJobs(thread, &lock);
}

/// Does jobs until all are taken. `lock` is released during each job.
void HelperTeam::DoJobs(size_t thread, std::unique_lock<std::mutex>* lock) {
  while (not_taken_ > 0) {
    const size_t job = Take(thread);
    lock->unlock();
    std::exception_ptr error;
    try {
      (*work_)(job, thread);
    } catch (...) {
      error = std::current_exception();
    }
    lock->lock();
    Finish(job, error);
  }
}

size_t HelperTeam::Take(size_t thread) {
  size_t job = thread % is_taken_.size();
  while (is_taken_[job]) job = (job + 1) % is_taken_.size();
  is_taken_[job] = true;
  --not_taken_;
  return job;
}

void HelperTeam::Finish(size_t job, const std::exception_ptr& error) {
  if (error && (!error_ || job < error_job_)) {
    error_ = error;
    error_job_ = job;
  }
  if (--not_done_ == 0) changed_.notify_all();
}

}  // namespace raichi
