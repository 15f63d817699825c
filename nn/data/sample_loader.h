#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "nn/data/samples.h"

namespace raichi {

/// Options of a SampleLoader: which batches it makes, and how.
struct SampleLoaderConfig {
  SampleConfig samples;
  int canvas = 9;
  int batch = 256;
  int part = 0;   // number of the part of each batch that is made
  int parts = 1;  // equal parts of a batch
  uint64_t seed = 0;
  int64_t first_step = 0;
  int64_t end_step = 0;
  int threads = 1;
  int ahead = 3;  // upper bound on the batches, finished or in the making, that are not yet taken
};

/// Makes the batches of steps first_step … end_step - 1 in advance, on threads of its own. The
/// threads share the window, which must outlive the loader and must not change during its lifetime.
/// They also share, guarded by the mutex, the next step to make, the finished batches and the first
/// failure.
class SampleLoader {
 public:
  SampleLoader(const ReplayWindow& window, const SampleLoaderConfig& config);
  ~SampleLoader();
  SampleLoader(const SampleLoader&) = delete;
  SampleLoader& operator=(const SampleLoader&) = delete;

  /// Returns the batch of the next step, in order; waits until it is made. Rethrows the exception
  /// with which a loader thread failed.
  SampleBatch Next();

 private:
  SampleRange PartOfBatch() const;
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
