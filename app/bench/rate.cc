#include "app/bench/rate.h"

#include "base/seconds_since.h"
#include "nn/backend/backend.h"

namespace raichi {

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
