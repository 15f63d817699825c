#include "app/export/python_child.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/error.h"

namespace raichi {
namespace {

/// Runs in the forked process.
[[noreturn]] void Become(int socket, const char* python, const char* script, const char* argument,
                         pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  dup2(socket, STDIN_FILENO);
  dup2(socket, STDOUT_FILENO);
  execlp(python, python, script, argument, nullptr);
  _exit(1);
}

}  // namespace

const char* PythonChild::Name() {
  const char* named = std::getenv("RAICHI_PYTHON");
  return named != nullptr && *named != '\0' ? named : "python3";
}

PythonChild::PythonChild(const std::filesystem::path& script, const std::string& argument) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw Error(std::string("cannot create a socket to another process: ") + std::strerror(errno));
  }
  const char* python = Name();
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ == 0) Become(ends[1], python, script.c_str(), argument.c_str(), parent);
  const int why = errno;
  close(ends[1]);
  socket_ = ends[0];
  if (child_ > 0) return;
  close(socket_);
  throw Error(std::string("cannot start another process: ") + std::strerror(why));
}

PythonChild::~PythonChild() {
  close(socket_);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void PythonChild::Send(const void* bytes, size_t count) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = send(socket_, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) throw Error(std::string(Name()) + " ended");
    next += sent;
    count -= static_cast<size_t>(sent);
  }
}

void PythonChild::Receive(void* bytes, size_t count) {
  char* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = recv(socket_, next, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw Error(std::string(Name()) + " ended");
    next += got;
    count -= static_cast<size_t>(got);
  }
}

}  // namespace raichi
