#pragma once

#include <stop_token>
#include <thread>

namespace raichi {

/// Turns Ctrl-C and SIGTERM into a request to finish cleanly while this object lives; a second one
/// ends the process at once with status 130. Make it before any other thread exists: threads
/// inherit that signals are left to this object. (A waiting thread rather than a handler, because
/// nothing that stop tokens do is allowed in a handler.)
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
  std::thread waiter_;
};

}  // namespace raichi
