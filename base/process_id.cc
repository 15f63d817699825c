#include "base/process_id.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <string>

namespace raichi {
namespace {

std::string HostName() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  std::string host = name.data();
  for (char& c : host) {
    if (c == '.' || c == '/') c = '_';
  }
  return host.empty() ? "unknown" : host;
}

/// Returns the time at which a process started, field 22 of /proc/PID/stat (proc(5)), or 0 if it
/// cannot be read.
uint64_t StartOf(int64_t process) {
  constexpr int kFieldsBetween = 19;  // After the process name, which may contain spaces.
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text, '\0');  // nothing if the process has just ended
  size_t at = text.rfind(')');
  for (int i = 0; i <= kFieldsBetween && at != std::string::npos; ++i) at = text.find(' ', at + 1);
  uint64_t start = 0;
  if (at != std::string::npos) {
    std::from_chars(text.data() + at + 1, text.data() + text.size(), start);
  }
  return start;
}

}  // namespace

std::string ProcessId::ToString() const {
  return host + "." + std::to_string(process) + "." + std::to_string(start);
}

const ProcessId& ThisProcess() {
  static std::atomic<const ProcessId*> known = nullptr;
  const ProcessId* id = known;
  if (id == nullptr || id->process != ::getpid()) {  // the first call, also after a fork
    id = new ProcessId{HostName(), ::getpid(), StartOf(::getpid())};
    known = id;
  }
  return *id;
}

bool IsRunning(const ProcessId& id) {
  if (::kill(static_cast<pid_t>(id.process), 0) != 0 && errno == ESRCH) return false;
  const uint64_t start = StartOf(id.process);
  return start == 0 || id.start == 0 || start == id.start;
}

}  // namespace raichi
