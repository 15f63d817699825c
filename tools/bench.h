#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace raichi {

/// One measured speed or size.
struct Figure {
  std::string name;  // rules.perft
  double value = 0;
  std::string unit;   // nodes/s
  std::string rules;  // variant, empty: linnaeus or none
};
using ReportFigure = std::function<void(const Figure&)>;

struct BenchSettings {
  double seconds = 0.5;  // of measuring, per figure of one core
  uint64_t seed = 1;
  int blocks = 6;  // of the network
  int channels = 64;
};

/// The parts of `raichi bench`. Each reports its figures one by one.
void BenchRules(const BenchSettings& settings, const ReportFigure& report);
void BenchSearch(const BenchSettings& settings, const ReportFigure& report);

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
