#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "nn/data/train_config.h"
#include "nn/model/network_config.h"

namespace raichi {

/// One measured speed or size.
struct Figure {
  std::string name;  // rules.perft
  double value = 0;
  std::string unit;    // nodes/s
  std::string rules;   // variant, empty: linnaeus or none
  std::string detail;  // how it was measured, for people; may be empty
};
using ReportFigure = std::function<void(const Figure&)>;

struct BenchSettings {
  double seconds = 0.5;  // of measuring, per figure of one core; figures of the network take longer
  uint64_t seed = 1;
  bool all_rules = true;  // measure every variant, else Linnaeus' alone
  NetworkConfig network;
  std::string device = "auto";
  std::string precision = "auto";
  int workers = 0;  // threads that evaluate; 0: as a run chooses
  int threads = 1;  // that share each worker's batches on the processor
  int batch = 0;    // positions evaluated at once; 0: the best of several
  TrainConfig train;
};

/// The parts of `raichi bench`. Each reports its figures one by one.
void BenchRules(const BenchSettings& settings, const ReportFigure& report);
void BenchSearch(const BenchSettings& settings, const ReportFigure& report);
void BenchNetwork(const BenchSettings& settings, const ReportFigure& report);
void BenchSelfPlay(const BenchSettings& settings, const ReportFigure& report);
void BenchTrain(const BenchSettings& settings, const ReportFigure& report);

/// Samples per second of bare training steps (nn/backend/bare_training.h).
double BareTrainingRate(const BenchSettings& settings);

/// Calls `work`, which returns how much it did, until `seconds` have passed, after one call that
/// warms up. Returns the work per second.
template <typename Work>
double Rate(double seconds, Work work) {
  using Clock = std::chrono::steady_clock;
  work();
  double done = 0, elapsed = 0;
  const Clock::time_point start = Clock::now();
  do {
    done += static_cast<double>(work());
    elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  } while (elapsed < seconds);
  return done / elapsed;
}

}  // namespace raichi
