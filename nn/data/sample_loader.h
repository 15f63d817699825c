#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "nn/data/samples.h"

namespace raichi {

/// Which batches a loader makes.
struct SampleLoaderConfig {
  SampleConfig samples;
  int canvas = 9;
  int batch = 256;
  uint64_t seed = 0;
  int64_t first_step = 0;
  int64_t end_step = 0;
  int threads = 1;
  int ahead = 3;  // batches made but not yet taken, at most, beside those being made
};

/// Makes the batches of steps first_step … end_step - 1 on threads of its own, ahead of their use.
/// They share the window, which must not change while the loader lives, and under the mutex the
/// step to take up next, the finished batches and a failure.
class SampleLoader {
 public:
  SampleLoader(const ReplayWindow& window, const SampleLoaderConfig& config);
  ~SampleLoader();
  SampleLoader(const SampleLoader&) = delete;
  SampleLoader& operator=(const SampleLoader&) = delete;

  /// The batch of the next step, in order. Rethrows what failed while making it.
  SampleBatch Next();

 private:
  void Run(const std::stop_token& stop);

  const ReplayWindow& window_;
  const SampleLoaderConfig config_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int64_t next_to_make_;
  int64_t next_to_take_;
  std::map<int64_t, SampleBatch> made_;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;
};

}  // namespace raichi
