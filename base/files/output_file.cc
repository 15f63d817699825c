#include "base/files/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>
#include <system_error>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/parse_number.h"

namespace raichi {
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
