#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/bench/bench.h"

namespace raichi {

/// A folder that is removed with this object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The rate of a count that others increase, between two polls `seconds` or more apart, the first
/// of them once the count has passed `warm_up`.
class RateWindow {
 public:
  RateWindow(double seconds, uint64_t warm_up) : seconds_(seconds), warm_up_(warm_up) {}
  /// Looks at the count; true once the window is over.
  bool Poll(uint64_t count);
  double rate() const { return rate_; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  uint64_t warm_up_;
  bool open_ = false;
  Clock::time_point start_;
  uint64_t first_ = 0;
  double rate_ = 0;
};

/// The network that `raichi bench` measures: random weights, in a file of its own.
class BenchModel {
 public:
  explicit BenchModel(const BenchSettings& settings);

  const std::filesystem::path& file() const { return file_; }
  int workers() const { return workers_; }  // threads that evaluate, each with a network of its own
  /// Evaluations per second of the bare network: all workers at once, full batches.
  double BareRate(int batch, double seconds) const;
  /// Evaluations of all workers before their speed is measured.
  uint64_t WarmUp(int batch) const;
  /// The batch sizes to choose from: the one that the settings name, or several.
  std::vector<int> BatchSizes() const;
  /// `6x64, bf16 on cpu, 2 workers, 64 a batch`.
  std::string Describe(int batch) const;

 private:
  const BenchSettings& settings_;
  TemporaryFolder folder_;
  std::filesystem::path file_;
  std::string device_, precision_;
  int workers_ = 1;
};

/// The bare network at its best batch. A short look at each size finds the two fastest, which are
/// then measured again and again, in turn with whatever is compared with them: the rate is the mean
/// of the one that is faster on the whole.
class BareBench {
 public:
  BareBench(const BenchModel& model, double seconds_each);

  /// Measures the fastest sizes once more.
  void Measure(double seconds_each);
  /// Evaluations per second over all `Measure`s, and the batch it was reached with.
  double Rate() const { return Best().Rate(); }
  int Batch() const { return Best().batch; }

 private:
  struct Size {
    int batch;
    double first_look;  // evaluations per second
    double sum = 0;
    int times = 0;

    double Rate() const { return times > 0 ? sum / times : 0; }
  };
  const Size& Best() const;

  const BenchModel& model_;
  std::vector<Size> sizes_;  // the fastest at first look first
};

}  // namespace raichi
