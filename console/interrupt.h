#pragma once

#include <atomic>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

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

/// Where the standard error of a child process goes.
enum class ChildErrors { kShown, kHidden };

/// Runs this same program as a child process, `raichi ARGUMENTS`, and waits for it. The child has
/// an empty standard input, no standard output, and the parent's standard error or none. A stop
/// request is passed on as one SIGINT, so that the child finishes cleanly; signals of the terminal
/// do not reach it. The child is killed if this process ends first. Returns the child's exit
/// status, or 128 + N if signal N ended it. Throws Error if it cannot be started.
int RunThisProgram(const std::vector<std::string>& arguments, const std::stop_token& stop,
                   ChildErrors errors = ChildErrors::kShown);

}  // namespace raichi
