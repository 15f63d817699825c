#include "run/files/append_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "base/error.h"
#include "base/files/files.h"

namespace raichi {
namespace {

[[noreturn]] void Fail(const std::filesystem::path& path, int error) {
  throw Error(path.string() + ": cannot write: " + std::generic_category().message(error));
}

/// Returns 0, or the system's error number.
int WriteAt(int file, uint64_t size, std::string_view text) {
  if (::ftruncate(file, static_cast<off_t>(size)) != 0) return errno;
  auto at = static_cast<off_t>(size);
  while (!text.empty()) {
    const ssize_t written = ::pwrite(file, text.data(), text.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    at += written;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return ::fsync(file) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

void AppendAt(const std::filesystem::path& path, uint64_t size, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) Fail(path, errno);
  int error = WriteAt(file, size, text);
  if (error != 0 && ::ftruncate(file, static_cast<off_t>(size)) != 0) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) Fail(path, error);
  if (size == 0) SyncFolderOf(path);
}

}  // namespace raichi
