#include "app/bench/measuring.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <utility>

#include "base/seconds_since.h"
#include "base/start_thread.h"

namespace raichi {

Measuring::Measuring(std::string what, const WorkClock& clock, double seconds)
    : what_(std::move(what)),
      clock_(clock),
      seconds_(seconds),
      thread_(StartThread([this](const std::stop_token& stop) { Show(stop); })) {}

void Measuring::Interrupt(const std::function<void()>& print) {
  const std::lock_guard lock(mutex_);
  progress_.Finish();
  print();
  std::cout.flush();
}

void Measuring::Show(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    never_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
    if (stop.stop_requested()) return;
    const double done = std::min(SecondsSince(begin_), seconds_);
    progress_.Show(fmt::format("measuring {}{}", what_, clock_.TimeLeft(done)));
  }
}

}  // namespace raichi
