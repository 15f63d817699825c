#include "selfplay/play/crew.h"

#include <chrono>
#include <thread>
#include <vector>

#include "base/start_thread.h"

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

}  // namespace raichi
