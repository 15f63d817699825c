#include "base/files/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/process.h"
#include "base/text.h"

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
  RemoveDeadTemporaries(ListFolder(folder));
}

void RemoveDeadTemporaries(const std::vector<std::filesystem::path>& entries) {
  for (const std::filesystem::path& path : entries) {
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

namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;  // As many as Linux follows.

/// The destination of the bytes: an open descriptor of this process, or a path that is not a
/// symbolic link.
struct Target {
  fs::path path;
  std::optional<int> descriptor;
};

/// Returns N if `path` names `/proc/self/fd/N` in any way.
std::optional<int> DescriptorOf(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::canonical(path.parent_path(), error);
  if (error || folder != "/proc/" + std::to_string(getpid()) + "/fd") return std::nullopt;
  return ParseNumber<int>(path.filename().native());
}

/// Follows symbolic links where that is allowed. A link to a missing file names the file to create.
Target Follow(const fs::path& path) {
  Target target{.path = path};
  if (!MayFollowLinks(path)) return target;
  std::error_code error;
  for (int i = 0; i < kMaxLinks; ++i) {
    target.descriptor = DescriptorOf(target.path);
    if (target.descriptor || !fs::is_symlink(fs::symlink_status(target.path, error))) break;
    target.path = target.path.parent_path() / fs::read_symlink(target.path, error);
  }
  return target;
}

/// Whether the file is replaced as a whole; that replaces a link that is not followed.
bool IsRegular(const Target& target) {
  if (!MayFollowLinks(target.path)) return true;
  std::error_code error;
  const fs::file_status status = fs::status(target.path, error);
  return !target.descriptor && (!fs::exists(status) || fs::is_regular_file(status));
}

[[noreturn]] void Fail(const fs::path& path, int error) {
  throw Error(path.string() + ": cannot write: " + std::generic_category().message(error));
}

void WriteThrough(const fs::path& path, const Target& target, std::string_view bytes) {
  Descriptor file(target.descriptor ? dup(*target.descriptor)
                                    : open(target.path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.IsOpen() || !file.Write(bytes) || !file.Close()) Fail(path, errno);
}

}  // namespace

bool IsRegularOutput(const fs::path& path) { return IsRegular(Follow(path)); }

void CheckOutput(const fs::path& path) {
  const Target target = Follow(path);
  if (IsRegular(target)) return CheckWritable(target.path);
  std::error_code error;
  if (!target.descriptor && fs::is_directory(target.path, error)) Fail(path, EISDIR);
  const bool writable = target.descriptor ? fcntl(*target.descriptor, F_GETFD) >= 0
                                          : access(target.path.c_str(), W_OK) == 0;
  if (!writable) Fail(path, errno);
}

void WriteOutput(const fs::path& path, std::string_view bytes) {
  const Target target = Follow(path);
  if (IsRegular(target)) return AtomicWrite(target.path, bytes);
  WriteThrough(path, target, bytes);
}

}  // namespace raichi
