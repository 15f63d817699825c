#include "app/bench/rate_window.h"

namespace raichi {

bool RateWindow::Poll(uint64_t count) {
  const Clock::time_point now = Clock::now();
  if (!open_) {
    open_ = count > warm_up_;
    start_ = now;
    first_ = count;
    return false;
  }
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (elapsed < seconds_ || rate_ > 0) return rate_ > 0;
  rate_ = static_cast<double>(count - first_) / elapsed;
  return true;
}

}  // namespace raichi
