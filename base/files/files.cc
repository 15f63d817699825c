#include "base/files/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/error.h"
#include "base/files/guard.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

std::string Message(const fs::path& path, const std::string& action, int error) {
  return path.string() + ": cannot " + action + ": " + SystemReason(path, error);
}

/// Throws what the guards throw if this process may not change the path any more: whoever took over
/// may have removed its temporary file.
[[noreturn]] void FailToWrite(const fs::path& path, const std::string& action, int error) {
  RequireMayChange(path);
  throw WriteError(Message(path, action, error), error);
}

[[noreturn]] void FailToRead(const fs::path& path, const std::string& action, int error) {
  throw ReadError(Message(path, action, error), error);
}

/// A regular file that is open for reading. Every failure is a ReadError.
class RegularFile {
 public:
  explicit RegularFile(const fs::path& path)
      : path_(path), file_(OpenFile(path, O_RDONLY | O_NONBLOCK)) {  // a FIFO must not wait
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

fs::path FolderOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

/// Appends the names in an open folder. Returns 0, or the system's error number.
int ListOpen(Descriptor folder, std::vector<std::string>* names) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(folder.number()), &::closedir);
  if (!stream) return errno;
  folder.Release();
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names->emplace_back(name);
  }
  return errno;
}

/// Removes a file or a folder with all that is in it, but nothing behind links. Returns 0, or the
/// system's error number.
int RemoveIn(int folder, const char* name) {
  if (::unlinkat(folder, name, 0) == 0) return 0;
  if (errno != EISDIR && errno != EPERM) return errno;
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor inner(::openat(folder, name, kFlags));
  Descriptor listed(inner.IsOpen() ? ::fcntl(inner.number(), F_DUPFD_CLOEXEC, 0) : -1);
  if (!listed.IsOpen()) return errno;
  std::vector<std::string> names;
  int error = ListOpen(std::move(listed), &names);
  for (const std::string& entry : names) {
    if (error == 0) error = RemoveIn(inner.number(), entry.c_str());
  }
  if (error != 0) return error;
  return ::unlinkat(folder, name, AT_REMOVEDIR) == 0 ? 0 : errno;
}

/// Gives a file another name in its folder, which fails with EEXIST if the name is taken. Tries
/// both ways, because some file systems do not support links and others do not support renaming
/// without replacement.
int LinkOrMove(const FilePlace& place, const std::string& from, const std::string& to) {
  const int folder = place.folder();
  if (::linkat(folder, from.c_str(), folder, to.c_str(), 0) == 0) return 0;
  if (errno == EEXIST) return -1;
  return ::renameat2(folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE);
}

/// Returns what the system says of a file, or nothing with errno set.
std::optional<struct stat> TryStatus(const fs::path& path) {
  const FilePlace place(path);
  struct stat status {};
  if (place.error() != 0) {
    errno = place.error();
    return std::nullopt;
  }
  const int flags = place.no_follow() != 0 ? AT_SYMLINK_NOFOLLOW : 0;
  if (::fstatat(place.folder(), place.name(), &status, flags) != 0) return std::nullopt;
  return status;
}

/// Returns the same, or nothing if there is no such file.
std::optional<struct stat> StatusOf(const fs::path& path) {
  return ReadPatiently(Patience(), [&] {
    const std::optional<struct stat> status = TryStatus(path);
    const bool is_missing = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
    if (!status && !is_missing) FailToRead(path, "look at it", errno);
    return status;
  });
}

fs::path WithSuffix(fs::path path, const std::string& suffix) {
  path += suffix;
  return path;
}

enum class Durable { kYes, kNo };

/// Writes `bytes` to `file` and makes them durable. Returns the system's error number, or 0.
int WriteAndClose(Descriptor* file, std::string_view bytes, Durable durable) {
  const auto sync = [&] { return ::fsync(file->number()) == 0 || errno == EINVAL; };
  const bool is_written =
      file->Write(bytes) && (durable == Durable::kNo || sync()) && file->Close();
  return is_written ? 0 : errno;
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
  /// Writes the temporary file, which nobody else can have prepared. Errors name `path`.
  Temporary(const fs::path& path, std::string_view bytes, Durable durable = Durable::kYes)
      : path_(path), place_(path), name_(place_.NameWith(TemporarySuffix())), durable_(durable) {
    RequireMayChange(path);
    if (place_.error() != 0) FailToWrite(path, "create", place_.error());
    int number = Create();
    if (number < 0 && errno == EEXIST) {
      Remove();  // an earlier attempt's, which may have its final name too
      number = Create();
    }
    Descriptor file(number);
    if (!file.IsOpen()) FailToWrite(path, "create", errno);
    if (const int error = WriteAndClose(&file, bytes, durable); error != 0) {
      Remove();
      FailToWrite(path, "write", error);
    }
  }
  ~Temporary() {
    if (!is_moved_) Remove();
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void Replace() {
    const int folder = place_.folder();
    if (::renameat(folder, name_.c_str(), folder, place_.name()) != 0) {
      FailToWrite(path_, "write", errno);
    }
    is_moved_ = true;
    if (durable_ == Durable::kYes) SyncFolderOf(path_);
  }
  /// Returns false, and changes nothing, if the path exists already. A failure to sync the folder
  /// is no error: the file is there, and an error would make callers publish its content again.
  bool Publish() {
    if (LinkOrMove(place_, name_, place_.name()) == 0) {
      TrySyncFolderOf(path_);
      return true;
    }
    if (errno != EEXIST) FailToWrite(path_, "write", errno);
    return false;
  }

 private:
  int Create() const {
    constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    return ::openat(place_.folder(), name_.c_str(), kFlags, 0666);
  }
  void Remove() { ::unlinkat(place_.folder(), name_.c_str(), 0); }

  const fs::path path_;
  const FilePlace place_;
  const std::string name_;
  const Durable durable_;
  bool is_moved_ = false;
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
  const Descriptor folder = FilePlace(path).OpenFolder();
  if (!folder.IsOpen()) FailToWrite(FolderOf(path), "open", errno);
  if (::fsync(folder.number()) != 0 && errno != EINVAL) FailToWrite(FolderOf(path), "sync", errno);
}

void AtomicWrite(const fs::path& path, std::string_view bytes) { Temporary(path, bytes).Replace(); }

void QuickWrite(const fs::path& path, std::string_view bytes) {
  Temporary(path, bytes, Durable::kNo).Replace();
}

void PublishNew(const fs::path& path, std::string_view bytes) {
  if (Temporary(path, bytes).Publish()) return;
  if (!Holds(path, bytes))
    throw Error(path.string() +
                ": exists with other content; not replaced (remove it if it is damaged)");
}

bool TryPublishNew(const fs::path& path, std::string_view bytes) {
  if (Temporary(path, bytes).Publish()) return true;
  try {
    return Holds(path, bytes);
  } catch (const ReadError&) {
    return false;
  }
}

bool MakeFolder(const fs::path& folder) {
  RequireMayChange(folder);
  const FilePlace place(folder);
  if (place.error() != 0) FailToWrite(folder, "create this folder", place.error());
  if (::mkdirat(place.folder(), place.name(), 0777) == 0) {
    SyncFolderOf(folder);
    return true;
  }
  if (errno != EEXIST) FailToWrite(folder, "create this folder", errno);
  return false;
}

void EnsureFolder(const fs::path& folder) {
  if (MakeFolder(folder) || FilePlace(folder).Open(O_PATH | O_DIRECTORY).IsOpen()) return;
  FailToWrite(folder, "create this folder", errno == ENOTDIR ? EEXIST : errno);
}

void CreateFolders(const fs::path& folder) {
  if (folder.native().size() >= PATH_MAX) FailToWrite(folder, "create this folder", ENAMETOOLONG);
  if (folder.empty() || IsFolder(folder)) return;
  if (!folder.has_filename()) return CreateFolders(folder.parent_path());
  CreateFolders(folder.parent_path());
  EnsureFolder(folder);
}

void RemoveFile(const fs::path& path) {
  RequireMayChange(path);
  const FilePlace place(path);
  if (place.error() == 0 && ::unlinkat(place.folder(), place.name(), 0) == 0) return;
  const int error = place.error() != 0 ? place.error() : errno;
  if (error != ENOENT) FailToWrite(path, "remove", error);
}

void RemoveTree(const fs::path& path) {
  RequireMayChange(path);
  const FilePlace place(path);
  const int error = place.error() != 0 ? place.error() : RemoveIn(place.folder(), place.name());
  if (error != 0 && error != ENOENT) FailToWrite(path, "remove", error);
}

void RemoveIfEmpty(const fs::path& folder) {
  RequireMayChange(folder);
  const FilePlace place(folder);
  if (place.error() == 0) ::unlinkat(place.folder(), place.name(), AT_REMOVEDIR);
}

void MoveFile(const fs::path& from, const fs::path& to) {
  RequireMayChange(from);
  RequireMayChange(to);
  const FilePlace here(from), there(to);
  if (here.error() != 0) FailToWrite(from, "move", here.error());
  if (there.error() != 0) FailToWrite(to, "write", there.error());
  if (::renameat(here.folder(), here.name(), there.folder(), there.name()) != 0) {
    FailToWrite(from, "move to " + to.string(), errno);
  }
  SyncFolderOf(to);
  SyncFolderOf(from);
}

void CheckWritable(const fs::path& path) {
  const std::optional<struct stat> status = TryStatus(path);
  if (status && S_ISDIR(status->st_mode)) FailToWrite(path, "write", EISDIR);
  const std::string folder = FolderOf(path) / ".";
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    FailToWrite(path, "create", errno);
  }
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
  const std::optional<struct stat> status = TryStatus(path);
  if (!status) return {};
  return {.time = int64_t{status->st_mtim.tv_sec} * 1'000'000'000 + status->st_mtim.tv_nsec,
          .size = S_ISREG(status->st_mode) ? static_cast<uint64_t>(status->st_size) : 0,
          .file = status->st_ino};
}

bool Exists(const fs::path& path) { return StatusOf(path).has_value(); }

bool IsFolder(const fs::path& path) {
  const std::optional<struct stat> status = StatusOf(path);
  return status && S_ISDIR(status->st_mode);
}

std::vector<fs::path> ListFolder(const fs::path& folder) {
  const std::vector<std::string> names = ReadPatiently(Patience(), [&] {
    std::vector<std::string> listed;
    Descriptor file = OpenFile(folder, O_RDONLY | O_DIRECTORY);
    if (!file.IsOpen() && errno == ENOENT) return listed;
    const int error = file.IsOpen() ? ListOpen(std::move(file), &listed) : errno;
    if (error != 0) FailToRead(folder, "list", error);
    return listed;
  });
  std::vector<fs::path> paths;
  for (const std::string& name : names) paths.push_back(folder / name);
  std::sort(paths.begin(), paths.end());
  return paths;
}

fs::path BadName(const fs::path& path) {
  fs::path bad = WithSuffix(path, ".bad");
  const auto is_taken = [](const fs::path& name) {
    const FilePlace place(name);
    struct stat status {};
    return ::fstatat(place.folder(), place.name(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  };
  for (int number = 2; is_taken(bad); ++number) {
    bad = WithSuffix(path, ".bad." + std::to_string(number));
  }
  return bad;
}

fs::path RenameToBad(const fs::path& path) {
  const fs::path bad = BadName(path);
  RequireMayChange(path);
  const FilePlace place(path);
  const int folder = place.folder();
  const std::string name = bad.filename();
  const std::string to = fs::path(place.name()).replace_filename(name);
  if (place.error() != 0 || ::renameat(folder, place.name(), folder, to.c_str()) != 0) {
    FailToWrite(path, "rename to " + name, place.error() != 0 ? place.error() : errno);
  }
  SyncFolderOf(path);
  return bad;
}

fs::path KeepAsBad(const fs::path& path) {
  const fs::path bad = BadName(path);
  RequireMayChange(path);
  const FilePlace place(path);
  const std::string to = fs::path(place.name()).replace_filename(bad.filename());
  if (place.error() != 0 || LinkOrMove(place, place.name(), to) != 0) {
    FailToWrite(path, "keep as " + bad.filename().string(),
                place.error() != 0 ? place.error() : errno);
  }
  SyncFolderOf(path);
  return bad;
}

}  // namespace raichi
