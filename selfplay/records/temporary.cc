#include "selfplay/records/temporary.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "selfplay/records/files.h"

namespace raichi {
namespace {

constexpr std::string_view kExtension = ".tmp";

struct Owner {
  std::string host;
  int64_t process = 0;
  uint64_t start = 0;  // 0 if unknown.
};

/// Returns the host's name without dots, which separate the parts of a temporary's name.
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
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  size_t at = text.rfind(')');
  for (int i = 0; i <= kFieldsBetween && at != std::string::npos; ++i) at = text.find(' ', at + 1);
  uint64_t start = 0;
  if (at != std::string::npos) {
    std::from_chars(text.data() + at + 1, text.data() + text.size(), start);
  }
  return start;
}

const Owner& ThisProcess() {
  static const Owner owner = {HostName(), ::getpid(), StartOf(::getpid())};
  return owner;
}

/// Removes and returns the part of a name after its last dot. Also removes the dot.
std::string_view TakePart(std::string_view* name) {
  const size_t dot = name->rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view part = name->substr(dot + 1);
  name->remove_suffix(part.size() + 1);
  return part;
}

template <typename Number>
bool ParseNumber(std::string_view text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<Owner> OwnerOf(std::string_view name) {
  if (!name.ends_with(kExtension)) return std::nullopt;
  name.remove_suffix(kExtension.size());
  Owner owner;
  if (!ParseNumber(TakePart(&name), &owner.start)) return std::nullopt;
  if (!ParseNumber(TakePart(&name), &owner.process) || owner.process <= 0) return std::nullopt;
  owner.host = TakePart(&name);
  if (owner.host.empty() || name.empty()) return std::nullopt;
  return owner;
}

bool IsAlive(const Owner& owner) {
  if (::kill(static_cast<pid_t>(owner.process), 0) != 0 && errno == ESRCH) return false;
  const uint64_t start = StartOf(owner.process);
  return start == 0 || owner.start == 0 || start == owner.start;
}

}  // namespace

std::filesystem::path TemporaryPath(const std::filesystem::path& path) {
  const Owner& owner = ThisProcess();
  std::filesystem::path temporary = path;
  temporary +=
      "." + owner.host + "." + std::to_string(owner.process) + "." + std::to_string(owner.start);
  return temporary += kExtension;
}

void RemoveDeadTemporaries(const std::filesystem::path& folder) {
  for (const std::filesystem::path& path : ListFolder(folder)) {
    const std::optional<Owner> owner = OwnerOf(path.filename().native());
    if (!owner || owner->host != ThisProcess().host || IsAlive(*owner)) continue;
    std::error_code none;
    std::filesystem::remove_all(path, none);
  }
}

}  // namespace raichi
