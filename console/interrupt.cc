#include "console/interrupt.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "base/threads.h"

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

namespace {

constexpr int kCannotStart = 127;

/// Runs in the child process after a fork, so it may only call functions that are safe in a signal
/// handler.
[[noreturn]] void Become(char* const* arguments, pid_t parent, ChildErrors errors) {
  setpgid(0, 0);  // so that a Ctrl-C of the terminal reaches only the parent
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kCannotStart);  // the parent ended before prctl took effect
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  if (errors == ChildErrors::kHidden) dup2(nothing, STDERR_FILENO);
  execv("/proc/self/exe", arguments);
  _exit(kCannotStart);
}

/// Waits until the child has ended, but does not reap it, so that its id is not reused.
void WaitForEnd(pid_t child) {
  siginfo_t info;
  while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
}

int Reap(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

int RunThisProgram(const std::vector<std::string>& arguments, const std::stop_token& stop,
                   ChildErrors errors) {
  std::vector<std::string> words = {"raichi"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw Error("cannot start another process: " + std::string(strerror(errno)));
  if (child == 0) Become(pointers.data(), parent, errors);
  {
    const std::stop_callback forward(stop, [child] { kill(child, SIGINT); });
    WaitForEnd(child);
  }
  const int status = Reap(child);
  if (status == kCannotStart) throw Error("cannot start this program again");
  return status;
}

}  // namespace raichi
