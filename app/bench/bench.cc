#include "app/bench/bench.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <utility>

#include "base/process.h"
#include "base/threads.h"
#include "nn/backend/backend.h"

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

WorkRate& WorkRate::operator+=(const WorkRate& other) {
  work += other.work;
  seconds += other.seconds;
  processor_seconds += other.processor_seconds;
  return *this;
}

FigureValue FigureValue::Of(const WorkRate& rate) {
  return {.by_clock = rate.per_second(), .by_processor_time = rate.per_processor_second()};
}

FigureValue FigureValue::Ratio(const WorkRate& first, const WorkRate& second,
                               const std::string& device) {
  FigureValue ratio{.by_clock = first.per_second() / second.per_second(), .by_processor_time = {}};
  if (!IsGpu(device)) {
    ratio.by_processor_time = first.per_processor_second() / second.per_processor_second();
  }
  return ratio;
}

double RateTimer::Seconds() const { return SecondsSince(start_); }

WorkRate RateTimer::Of(double work) const {
  return {.work = work,
          .seconds = Seconds(),
          .processor_seconds = ProcessorSeconds() - processor_start_};
}

bool RateWindow::Poll(uint64_t count) {
  if (!timer_) {
    if (count > warm_up_) timer_.emplace();
    first_ = count;
    return false;
  }
  if (timer_->Seconds() < seconds_ || rate_.work > 0) return rate_.work > 0;
  rate_ = timer_->Of(static_cast<double>(count - first_));
  return true;
}

}  // namespace raichi
