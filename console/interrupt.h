#pragma once

#include <stop_token>
#include <thread>

namespace raichi {

/// While this object lives, Ctrl-C (SIGINT), SIGTERM and, unless it is ignored, SIGHUP, which a
/// closed terminal sends, are requests to finish cleanly; a second one ends the process at once
/// with status 130. Construct it before any other thread exists, because threads inherit the
/// blocked signals. (A thread waits for the signals; a handler could not use stop tokens.)
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
