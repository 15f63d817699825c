#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace raichi {

/// During the lifetime of this object, the signals SIGINT (Ctrl-C), SIGTERM and, unless it is
/// ignored, SIGHUP (closed terminal) request a clean end through a stop token. A second signal ends
/// the process at once with status 130. SIGUSR1, which job schedulers may send, does nothing.
/// Construct the object before any other thread exists, because threads inherit the blocked
/// signals. (A thread waits for the signals, because a signal handler must not use stop tokens.)
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  bool IsRequested() const { return source_.stop_requested(); }

 private:
  void WaitForSignals();

  std::stop_source source_;
  std::atomic<bool> is_over_ = false;
  std::jthread waiter_;
};

}  // namespace raichi
