#include "app/export/python_child.h"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.h"

namespace raichi {
const char* PythonChild::Name() {
  const char* named = std::getenv("RAICHI_PYTHON");
  return named != nullptr && *named != '\0' ? named : "python3";
}

PythonChild::PythonChild(const std::filesystem::path& script, const std::string& argument) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw Error(std::string("cannot create a socket to another process: ") + std::strerror(errno));
  }
  socket_ = ends[0];
  std::string words[] = {Name(), script.string(), argument};
  char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  const int fault = posix_spawnp(&child_, Name(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (fault == 0) return;
  close(socket_);
  throw Error("cannot run " + words[0] + ": " + std::strerror(fault));
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
