#include "base/files/temporary.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/files/files.h"
#include "base/parse_number.h"
#include "base/process_id.h"

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

std::optional<ProcessId> OwnerOf(std::string_view name) {
  if (!name.ends_with(kExtension)) return std::nullopt;
  name.remove_suffix(kExtension.size());
  const auto start = ParseNumber<decltype(ProcessId::start)>(TakePart(&name));
  const auto process = ParseNumber<decltype(ProcessId::process)>(TakePart(&name), 1);
  const std::string host(TakePart(&name));
  if (!start || !process || host.empty() || name.empty()) return std::nullopt;
  return ProcessId{host, *process, *start};
}

}  // namespace

std::string TemporarySuffix() { return "." + ThisProcess().ToString() + std::string(kExtension); }

std::filesystem::path TemporaryPath(const std::filesystem::path& path) {
  std::filesystem::path temporary = path;
  return temporary += TemporarySuffix();
}

void RemoveDeadTemporaries(const std::filesystem::path& folder) {
  for (const std::filesystem::path& path : ListFolder(folder)) {
    const std::optional<ProcessId> owner = OwnerOf(path.filename().native());
    if (!owner || owner->host != ThisProcess().host || IsRunning(*owner)) continue;
    try {
      RemoveTree(path);
    } catch (const WriteError&) {  // another user's; it is only in the way
    } catch (const ReadError&) {
    }
  }
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "raichi-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr)
    throw Error(name + ": cannot create a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace raichi
