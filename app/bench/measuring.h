#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "console/progress.h"
#include "console/work_clock.h"

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

}  // namespace raichi
