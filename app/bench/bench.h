#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/process.h"
#include "console/output.h"
#include "nn/data/train_config.h"
#include "nn/model/network_config.h"
#include "nn/ranks/reducer.h"

namespace raichi {

/// Shows, from a thread of its own, what is being measured and how much time is left.
class Measuring {
 public:
  /// `clock` counts seconds that all measurements are expected to take, and `seconds` are those of
  /// this one. `clock` must outlive this object, and is only read.
  Measuring(std::string what, const WorkClock& clock, double seconds);
  /// Prints something in place of the line of progress.
  void Interrupt(const std::function<void()>& print);

 private:
  void Show(const std::stop_token& stop);

  const std::string what_;
  const WorkClock& clock_;
  const double seconds_;
  const Progress::Clock::time_point begin_ = Progress::Clock::now();
  std::mutex mutex_;
  std::condition_variable_any never_;
  Progress progress_;
  std::jthread thread_;  // ends before what it uses
};

/// Work, and the time that it took.
struct WorkRate {
  double work = 0;
  double seconds = 0;            // by the clock
  double processor_seconds = 0;  // of all threads of this process together (base/process.h)

  /// 0 if there was no work yet.
  double per_second() const { return seconds > 0 ? work / seconds : 0; }
  double per_processor_second() const {
    return processor_seconds > 0 ? work / processor_seconds : 0;
  }
  WorkRate& operator+=(const WorkRate& other);
};

/// The key of JSON for values by processor time.
inline constexpr char kByProcessorTime[] = "by_processor_time";

/// The value of a figure. A speed has it by both kinds of time, and so has a ratio of speeds;
/// anything else has only one value.
struct FigureValue {
  double by_clock = 0;  // or the only value
  std::optional<double> by_processor_time;

  /// The work per second.
  static FigureValue Of(const WorkRate& rate);
  /// The first rate relative to the second. On a device other than `cpu` it has no value by
  /// processor time: the processor only waits for some of that work.
  static FigureValue Ratio(const WorkRate& first, const WorkRate& second,
                           const std::string& device);
};

/// Takes the time from its construction.
class RateTimer {
 public:
  double Seconds() const;
  /// The rate of work that was done since then.
  WorkRate Of(double work) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double processor_start_ = ProcessorSeconds();
};

/// Calls `work` once to warm up, and then until `seconds` have passed. `work` returns the amount of
/// work that it did.
template <typename Work>
WorkRate MeasureRate(double seconds, Work work) {
  work();
  double done = 0;
  const RateTimer timer;
  do {
    done += static_cast<double>(work());
  } while (timer.Seconds() < seconds);
  return timer.Of(done);
}

/// Measures the rate of a count that other threads increase. The measurement begins with the first
/// poll after the count has passed `warm_up`, and lasts at least `seconds`.
class RateWindow {
 public:
  RateWindow(double seconds, uint64_t warm_up) : seconds_(seconds), warm_up_(warm_up) {}
  /// Reports the present count. Returns true when the measurement is over.
  bool Poll(uint64_t count);
  const WorkRate& rate() const { return rate_; }

 private:
  double seconds_;
  uint64_t warm_up_;
  std::optional<RateTimer> timer_;  // once the measurement has begun
  uint64_t first_ = 0;
  WorkRate rate_;
};

/// One measured speed or size.
struct Figure {
  std::string name;  // such as rules.perft
  FigureValue value;
  std::string unit;    // such as nodes/s
  std::string rules;   // the rule set; empty for linnaeus or none
  std::string detail;  // how it was measured; may be empty
};
using FigureSink = std::function<void(const Figure&)>;

struct BenchSettings {
  double seconds = 0.5;  // per figure on one core; figures of the network take longer
  uint64_t seed = 1;
  bool all_rules = true;                       // measure every rule set, or only linnaeus
  std::vector<std::string> rules{"linnaeus"};  // of the games that training reads
  NetworkConfig network;
  std::filesystem::path model;  // whose network is measured; empty: one with random weights
  std::string device = "auto";
  std::string precision = "auto";
  int workers = 0;   // threads that evaluate; 0: as a run would choose
  int team = 4;      // workers of self-play that share each batch on a GPU
  int threads = 1;   // processor threads that share a worker's batch
  int batch = 0;     // positions per batch; 0: the best of several sizes
  bool peak = true;  // compare the network's arithmetic with that of matrix products
  TrainConfig train;
  Reducer* ranks = nullptr;  // that train together; null: this process trains alone
};

/// The parts of `raichi bench`. Each calls `sink` once per figure.
void BenchRules(const BenchSettings& settings, const FigureSink& sink);
void BenchSearch(const BenchSettings& settings, const FigureSink& sink);
void BenchNetwork(const BenchSettings& settings, const FigureSink& sink);
void BenchSelfPlay(const BenchSettings& settings, const FigureSink& sink);
/// With several ranks, the figures of rank 0 are those of all together.
void BenchTrain(const BenchSettings& settings, const FigureSink& sink);

/// The rate of samples in bare training steps (nn/backend/trainer.h).
WorkRate BareTrainingRate(const BenchSettings& settings);

}  // namespace raichi
