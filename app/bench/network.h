#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "base/files/temporary.h"

namespace raichi {

/// The network that `raichi bench` measures: random weights in a temporary file.
class BenchModel {
 public:
  explicit BenchModel(const BenchSettings& settings);

  const std::filesystem::path& file() const { return file_; }
  int workers() const { return workers_; }  // threads that evaluate, each with its own network
  /// The number of workers of self-play that share each batch.
  int Team() const;
  /// Evaluations per second of the bare network: all workers together, with full batches.
  double BareRate(int batch, double seconds) const;
  /// Floating-point operations per second of large matrix products, of all workers together.
  double PeakRate(double seconds) const;
  /// The number of evaluations, of all workers together, before the measurement begins.
  uint64_t WarmUp(int batch) const;
  /// The batch sizes to try: that of the settings, or several.
  std::vector<int> BatchSizes() const;
  /// Text such as `6x64, bf16 on cpu, 2 workers, 64 a batch`.
  std::string Describe(int batch) const;

 private:
  using Work = std::function<uint64_t()>;  // returns the amount of work that it did
  using MakeWork = std::function<Work(const std::string& device)>;
  /// Work per second of all workers together. Each makes its own work.
  double Rate(double seconds, uint64_t warm_up, const MakeWork& make) const;

  const BenchSettings& settings_;
  TemporaryFolder folder_;
  std::filesystem::path file_;
  std::string device_, precision_;
  int workers_ = 1;
};

/// Measures the bare network at its best batch size. A short measurement of each size finds the two
/// fastest. These are then measured repeatedly, in turn with whatever they are compared to. The
/// rate is the mean of the size that is faster overall.
class BareBench {
 public:
  BareBench(const BenchModel& model, double seconds_each);

  /// Measures the fastest sizes once more.
  void Measure(double seconds_each);
  /// Evaluations per second over all calls of Measure, and the batch size that reached it.
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
  std::vector<Size> sizes_;  // sorted by first_look, fastest first
};

}  // namespace raichi
