#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "base/files/output_file.h"

namespace raichi {

/// The network that `raichi bench` measures: random weights in a temporary file.
class BenchModel {
 public:
  explicit BenchModel(const BenchSettings& settings);

  const std::filesystem::path& file() const { return file_; }
  int workers() const { return workers_; }  // threads that evaluate, each with its own network
  /// The number of workers of self-play that share each batch.
  int Team() const;
  /// The rate of evaluations of the bare network: all workers together, with full batches.
  WorkRate BareRate(int batch, double seconds) const;
  /// The rate of floating-point operations of large matrix products, of all workers together.
  WorkRate PeakRate(double seconds) const;
  /// The number of evaluations, of all workers together, before the measurement begins.
  uint64_t WarmUp(int batch) const;
  /// The batch sizes to try: that of the settings, or several.
  std::vector<int> BatchSizes() const;
  const std::string& device() const { return device_; }
  /// Text such as `6x64, bf16 on cpu, 2 workers, 64 a batch`.
  std::string Describe(int batch) const;

 private:
  using Work = std::function<uint64_t()>;  // returns the amount of work that it did
  using MakeWork = std::function<Work(const std::string& device)>;
  /// The rate of all workers together. Each makes its own work.
  WorkRate Measure(double seconds, uint64_t warm_up, const MakeWork& make) const;

  const BenchSettings& settings_;
  TemporaryFolder folder_;
  std::filesystem::path file_;
  std::string device_, precision_;
  int workers_ = 1;
};

/// Measures the bare network at its best batch size. A short measurement of each size finds the two
/// fastest. These are then measured repeatedly, in turn with whatever they are compared to. The
/// rate is that of the size that is faster overall.
class BareBench {
 public:
  BareBench(const BenchModel& model, double seconds_each);

  /// Measures the fastest sizes once more.
  void Measure(double seconds_each);
  /// The rate of evaluations over all calls of Measure, and the batch size that reached it.
  const WorkRate& rate() const { return Best().rate; }
  int Batch() const { return Best().batch; }

 private:
  struct Size {
    int batch;
    double first_look;  // evaluations per second
    WorkRate rate;      // since then
  };
  const Size& Best() const;

  const BenchModel& model_;
  std::vector<Size> sizes_;  // sorted by first_look, fastest first
};

}  // namespace raichi
