#include "base/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/error.h"
#include "base/files/patience.h"
#include "base/files/temporary.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

std::string Message(const fs::path& path, const std::string& action, int error) {
  return path.string() + ": cannot " + action + ": " + std::generic_category().message(error);
}

[[noreturn]] void FailToWrite(const fs::path& path, const std::string& action, int error) {
  throw WriteError(Message(path, action, error), error);
}

[[noreturn]] void FailToRead(const fs::path& path, const std::string& action, int error) {
  throw ReadError(Message(path, action, error), error);
}

/// An open file; the destructor closes it.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool IsOpen() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Returns false if closing failed: some file systems report a full disk only now.
  bool Close() {
    const int result = ::close(number_);
    number_ = -1;
    return result == 0;
  }

 private:
  int number_;
};

/// A regular file that is open for reading. Every failure is a ReadError.
class RegularFile {
 public:
  explicit RegularFile(const fs::path& path)
      : path_(path), file_(path, O_RDONLY | O_NONBLOCK) {  // opening a FIFO must not wait
    if (!file_.IsOpen()) FailToRead(path, "open", errno);
    struct stat status {};
    if (::fstat(file_.number(), &status) != 0) FailToRead(path, "read", errno);
    if (!S_ISREG(status.st_mode)) {
      throw ReadError(path.string() + ": expected a file",
                      S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    }
    size_ = static_cast<uint64_t>(status.st_size);
  }

  uint64_t size() const { return size_; }
  /// Returns the first `count` bytes, at most size().
  std::string Read(uint64_t count) const {
    std::string bytes(count, '\0');
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t got = ::read(file_.number(), bytes.data() + done, bytes.size() - done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) FailToRead(path_, "read", errno);
      if (got == 0) {
        throw ReadError(path_.string() + ": became shorter while it was read", EIO);
      }
      done += static_cast<size_t>(got);
    }
    return bytes;
  }

 private:
  const fs::path path_;
  const Descriptor file_;
  uint64_t size_ = 0;
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

fs::path FolderOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

fs::path WithSuffix(fs::path path, const std::string& suffix) {
  path += suffix;
  return path;
}

/// Writes `bytes` to `file` and makes them durable. Returns the system's error number, or 0.
int WriteAndClose(Descriptor* file, std::string_view bytes) {
  const bool written = WriteAll(file->number(), bytes) &&
                       (::fsync(file->number()) == 0 || errno == EINVAL) && file->Close();
  return written ? 0 : errno;
}

void TrySyncFolderOf(const fs::path& path) {
  try {
    SyncFolderOf(path);
  } catch (const WriteError&) {
  }
}

/// A complete file beside its final path. The destructor removes it unless it was moved there.
class Temporary {
 public:
  /// Writes the temporary file. Errors name `path`.
  Temporary(const fs::path& path, std::string_view bytes)
      : path_(path), temporary_(TemporaryPath(path)) {
    if (IsPublished()) Remove();
    Descriptor file(temporary_, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.IsOpen()) FailToWrite(path, "create", errno);
    if (const int error = WriteAndClose(&file, bytes); error != 0) {
      Remove();
      FailToWrite(path, "write", error);
    }
  }
  ~Temporary() { Remove(); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void Replace() {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) FailToWrite(path_, "write", errno);
    SyncFolderOf(path_);
  }
  /// Returns false, and changes nothing, if the path exists already. A failure to sync the folder
  /// is no error: the file is there, and an error would make callers publish its content again.
  bool Publish() {
    if (LinkOrMove() == 0) {
      TrySyncFolderOf(path_);
      return true;
    }
    if (errno != EEXIST) FailToWrite(path_, "write", errno);
    return false;
  }

 private:
  /// Tries both ways, because some file systems do not support links and others do not support
  /// renaming without replacement.
  int LinkOrMove() {
    if (::link(temporary_.c_str(), path_.c_str()) == 0) return 0;
    if (errno == EEXIST) return -1;
    return ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE);
  }
  /// Whether an earlier attempt gave the file its final name, too, although the system said that it
  /// had failed.
  bool IsPublished() const {
    struct stat status {};
    return ::lstat(temporary_.c_str(), &status) == 0 && status.st_nlink > 1;
  }
  void Remove() { ::unlink(temporary_.c_str()); }

  const fs::path path_;
  const fs::path temporary_;
};

bool Holds(const fs::path& path, std::string_view bytes) {
  return ReadPatiently(Patience(), [&] {
    try {
      return ReadFile(path, bytes.size()) == bytes;
    } catch (const DamagedError&) {  // The file is larger.
      return false;
    }
  });
}

}  // namespace

void SyncFolderOf(const fs::path& path) {
  const fs::path folder = FolderOf(path);
  const Descriptor file(folder, O_RDONLY | O_DIRECTORY);
  if (!file.IsOpen()) FailToWrite(folder, "open", errno);
  if (::fsync(file.number()) != 0 && errno != EINVAL) FailToWrite(folder, "sync", errno);
}

void AtomicWrite(const fs::path& path, std::string_view bytes) { Temporary(path, bytes).Replace(); }

void PublishNew(const fs::path& path, std::string_view bytes) {
  if (Temporary(path, bytes).Publish()) return;
  if (!Holds(path, bytes)) throw Error(path.string() + ": exists with other content; not replaced");
}

bool TryPublishNew(const fs::path& path, std::string_view bytes) {
  if (Temporary(path, bytes).Publish()) return true;
  try {
    return Holds(path, bytes);
  } catch (const ReadError&) {
    return false;
  }
}

void EnsureFolder(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0777) == 0) {
    SyncFolderOf(folder);
  } else if (errno != EEXIST) {
    FailToWrite(folder, "create this folder", errno);
  }
}

void CreateFolders(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) FailToWrite(folder, "create this folder", error.value());
}

void CheckWritable(const fs::path& path) {
  std::error_code none;
  if (fs::is_directory(path, none)) FailToWrite(path, "write", EISDIR);
  const int status = ::faccessat(AT_FDCWD, (FolderOf(path) / ".").c_str(), W_OK | X_OK, AT_EACCESS);
  if (status != 0) FailToWrite(path, "create", errno);
}

std::string ReadFile(const fs::path& path, uint64_t max_bytes) {
  const RegularFile file(path);
  if (file.size() > max_bytes) {
    throw DamagedError(path.string() + ": " + std::to_string(file.size()) +
                       " bytes, expected at most " + std::to_string(max_bytes));
  }
  return file.Read(file.size());
}

std::optional<std::string> ReadFileIfThere(const fs::path& path, uint64_t max_bytes) {
  try {
    return ReadFile(path, max_bytes);
  } catch (const ReadError& error) {
    if (error.code() != ENOENT) throw;
    return std::nullopt;
  }
}

FileBeginning ReadBeginning(const fs::path& path, uint64_t count) {
  const RegularFile file(path);
  return {.bytes = file.Read(std::min(count, file.size())), .size = file.size()};
}

FileStamp StampOf(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (error) return {};
  const bool has_size = fs::is_regular_file(path, error);
  const uintmax_t size = has_size ? fs::file_size(path, error) : 0;
  if (error) return {};
  return {.time = time.time_since_epoch().count(), .size = size};
}

std::vector<fs::path> ListFolder(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    paths.push_back(it->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    FailToRead(folder, "list", error.value());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

fs::path BadName(const fs::path& path) {
  fs::path bad = WithSuffix(path, ".bad");
  for (int number = 2; fs::exists(fs::symlink_status(bad)); ++number) {
    bad = WithSuffix(path, ".bad." + std::to_string(number));
  }
  return bad;
}

fs::path RenameToBad(const fs::path& path) {
  fs::path bad = BadName(path);
  if (::rename(path.c_str(), bad.c_str()) != 0) {
    FailToWrite(path, "rename to " + bad.filename().string(), errno);
  }
  SyncFolderOf(path);
  return bad;
}

}  // namespace raichi
