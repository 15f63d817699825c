#include "console/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/error.h"

namespace raichi {
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
