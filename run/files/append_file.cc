#include "run/files/append_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLastBytes = 64;

[[noreturn]] void Fail(const fs::path& path, int error) {
  throw WriteError(path.string() + ": cannot write: " + SystemReason(path, error), error);
}

/// Returns 0, or the system's error number.
int Write(const Descriptor& file, std::string_view text) {
  if (!file.Write(text)) return errno;
  return ::fsync(file.number()) == 0 || errno == EINVAL ? 0 : errno;
}

uint64_t SizeOf(const fs::path& path, int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) Fail(path, errno);
  return static_cast<uint64_t>(status.st_size);
}

/// Whether the file still ends as its writer left it.
bool EndsAs(const fs::path& path, const FileEnd& end, int file) {
  if (SizeOf(path, file) != end.size) return false;
  std::string last(end.last.size(), '\0');
  for (size_t done = 0; done < last.size();) {
    const auto at = static_cast<off_t>(end.whole - last.size() + done);
    const ssize_t got = ::pread(file, last.data() + done, last.size() - done, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) Fail(path, errno);
    if (got == 0) return false;
    done += static_cast<size_t>(got);
  }
  return last == end.last;
}

}  // namespace

FileEnd::FileEnd(std::string_view content, uint64_t whole_bytes)
    : size(content.size()), whole(whole_bytes) {
  const uint64_t begin = whole - std::min(whole, kLastBytes);
  last = content.substr(begin, whole - begin);
}

void AppendAt(const fs::path& path, FileEnd* end, std::string_view text) {
  RequireMayChange(path);
  Descriptor file = OpenFile(path, O_RDWR | O_APPEND | (end->size == 0 ? O_CREAT : 0));
  if (!file.IsOpen() && errno != ENOENT) Fail(path, errno);
  if (!file.IsOpen() || !EndsAs(path, *end, file.number())) {
    throw LostLockError(path.string() +
                        ": is not as this process left it, so another process owns this run; this "
                        "one stops and writes nothing more");
  }
  const auto cut_off = [&] {
    return ::ftruncate(file.number(), static_cast<off_t>(end->whole)) == 0 ? 0 : errno;
  };
  int error = end->size > end->whole ? cut_off() : 0;
  if (error == 0) {
    end->size = end->whole;
    error = Write(file, text);
    // not more than what this process wrote itself
    if (error != 0 && SizeOf(path, file.number()) <= end->whole + text.size()) cut_off();
  }
  if (!file.Close() && error == 0) error = errno;
  if (error != 0) Fail(path, error);
  const bool is_new = end->size == 0;
  const std::string before = end->last;
  end->size = end->whole += text.size();
  end->last = before + std::string(text);
  if (end->last.size() > kLastBytes) end->last.erase(0, end->last.size() - kLastBytes);
  if (is_new) SyncFolderOf(path);
}

}  // namespace raichi
