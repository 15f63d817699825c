#include "console/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include "base/start_thread.h"

namespace raichi {
namespace {

constexpr int kEndWaiting = SIGUSR1;
constexpr int kStatusAfterSignal = 130;

/// Whether this process ignores a signal, as it ignores SIGHUP under nohup.
bool IsIgnored(int number) {
  struct sigaction action {};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t HandledSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, kEndWaiting}) sigaddset(&signals, number);
  if (!IsIgnored(SIGHUP)) sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t signals = HandledSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  waiter_ = StartThread([this] { WaitForSignals(); });
}

Interrupt::~Interrupt() {
  is_over_ = true;
  pthread_kill(waiter_.native_handle(), kEndWaiting);
  waiter_.join();
  const sigset_t signals = HandledSignals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

void Interrupt::WaitForSignals() {
  constexpr std::string_view kNotice = "\nraichi: finishing; interrupt again to stop at once\n";
  // A launcher such as timeout(1) or mpirun may send a signal to a process and then to its group.
  constexpr std::chrono::milliseconds kSameRequest(200);
  std::chrono::steady_clock::time_point requested;
  const sigset_t signals = HandledSignals();
  for (int number = 0; sigwait(&signals, &number) == 0;) {
    if (is_over_) return;
    if (number == kEndWaiting) continue;  // from another process
    const auto now = std::chrono::steady_clock::now();
    if (IsRequested() && now - requested < kSameRequest) continue;
    if (IsRequested()) _exit(kStatusAfterSignal);
    requested = now;
    source_.request_stop();
    if (write(STDERR_FILENO, kNotice.data(), kNotice.size()) < 0) continue;
  }
}

}  // namespace raichi
