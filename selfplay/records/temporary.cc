#include "selfplay/records/temporary.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/process_id.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

constexpr std::string_view kExtension = ".tmp";

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

std::optional<ProcessId> OwnerOf(std::string_view name) {
  if (!name.ends_with(kExtension)) return std::nullopt;
  name.remove_suffix(kExtension.size());
  ProcessId owner;
  if (!ParseNumber(TakePart(&name), &owner.start)) return std::nullopt;
  if (!ParseNumber(TakePart(&name), &owner.process) || owner.process <= 0) return std::nullopt;
  owner.host = TakePart(&name);
  if (owner.host.empty() || name.empty()) return std::nullopt;
  return owner;
}

}  // namespace

std::filesystem::path TemporaryPath(const std::filesystem::path& path) {
  std::filesystem::path temporary = path;
  temporary += "." + ThisProcess().ToString();
  return temporary += kExtension;
}

void RemoveDeadTemporaries(const std::filesystem::path& folder) {
  for (const std::filesystem::path& path : ListFolder(folder)) {
    const std::optional<ProcessId> owner = OwnerOf(path.filename().native());
    if (!owner || owner->host != ThisProcess().host || IsRunning(*owner)) continue;
    std::error_code none;
    std::filesystem::remove_all(path, none);
  }
}

}  // namespace raichi
