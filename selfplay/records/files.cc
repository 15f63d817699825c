#include "selfplay/records/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "rules/error.h"

namespace raichi {
namespace {

[[noreturn]] void Fail(const std::filesystem::path& path, const std::string& action, int error) {
  throw Error(path.string() + ": cannot " + action + ": " + std::generic_category().message(error));
}

/// An open file that closes itself.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool IsOpen() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Some file systems tell of a full disk only now.
  bool Close() {
    const int result = ::close(number_);
    number_ = -1;
    return result == 0;
  }

 private:
  int number_;
};

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::filesystem::path FolderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

/// `path`, whose temporary it is, is what errors name.
void WriteTemporary(const std::filesystem::path& temporary, const std::filesystem::path& path,
                    std::string_view bytes) {
  Descriptor file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.IsOpen()) Fail(path, "create", errno);
  if (WriteAll(file.number(), bytes) && ::fsync(file.number()) == 0 && file.Close()) return;
  const int error = errno;
  ::unlink(temporary.c_str());
  Fail(path, "write", error);
}

void SyncFolderOf(const std::filesystem::path& path) {
  const std::filesystem::path folder = FolderOf(path);
  const Descriptor file(folder, O_RDONLY | O_DIRECTORY);
  if (!file.IsOpen()) Fail(folder, "open", errno);
  if (::fsync(file.number()) != 0 && errno != EINVAL) Fail(folder, "sync", errno);
}

std::filesystem::path WithSuffix(std::filesystem::path path, const char* suffix) {
  path += suffix;
  return path;
}

}  // namespace

void AtomicWrite(const std::filesystem::path& path, std::string_view bytes) {
  const std::filesystem::path temporary = WithSuffix(path, ".tmp");
  WriteTemporary(temporary, path, bytes);
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    Fail(path, "write", error);
  }
  SyncFolderOf(path);
}

void CheckWritable(const std::filesystem::path& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) Fail(path, "write", EISDIR);
  const int status = ::faccessat(AT_FDCWD, (FolderOf(path) / ".").c_str(), W_OK | X_OK, AT_EACCESS);
  if (status != 0) Fail(path, "create", errno);
}

std::string ReadFile(const std::filesystem::path& path, uint64_t max_bytes) {
  const Descriptor file(path, O_RDONLY);
  if (!file.IsOpen()) Fail(path, "open", errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) Fail(path, "read", errno);
  if (!S_ISREG(status.st_mode)) throw Error(path.string() + ": expected a file");
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size > max_bytes) {
    throw Error(path.string() + ": " + std::to_string(size) + " bytes, expected at most " +
                std::to_string(max_bytes));
  }
  std::string bytes(size, '\0');
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::read(file.number(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail(path, "read", errno);
    if (count == 0) throw Error(path.string() + ": shrank while it was read");
    done += static_cast<size_t>(count);
  }
  return bytes;
}

void SetAside(const std::filesystem::path& path) {
  const std::filesystem::path bad = WithSuffix(path, ".bad");
  if (::rename(path.c_str(), bad.c_str()) != 0) {
    Fail(path, "rename to " + bad.filename().string(), errno);
  }
  SyncFolderOf(path);
}

uint64_t Checksum(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3u;
  return hash;
}

std::string ChecksumText(std::string_view bytes) {
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(Checksum(bytes)));
  return text;
}

}  // namespace raichi
