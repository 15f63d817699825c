#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace raichi {

/// What this process promises about folders that it shares with other users and processes, such as
/// that of a run. Like the working directory or the umask, a promise is the whole process's: all
/// functions of base/files keep it, whichever layer calls them. A path lies in a folder if it
/// begins with the folder's path as it was given.

/// From now on no symbolic link inside `folder` is followed, so that nobody who can write there can
/// make this process read or change other files. The folder itself, and those above it, may be
/// links. Opening a link fails with ELOOP.
void ForbidLinksIn(const std::filesystem::path& folder);
/// Whether `path` lies in no such folder.
bool MayFollowLinks(const std::filesystem::path& path);

struct GuardedFolder;

/// As long as it lives, `may_change` is called before each change in `folder`, and throws if this
/// process must not change it any more. It must not change anything there itself. Once the guard is
/// gone it is not called any more, by no thread.
class ChangeGuard {
 public:
  ChangeGuard(const std::filesystem::path& folder, std::function<void()> may_change);
  ~ChangeGuard();
  ChangeGuard(const ChangeGuard&) = delete;
  ChangeGuard& operator=(const ChangeGuard&) = delete;

 private:
  std::shared_ptr<const GuardedFolder> guarded_;
};

/// Throws what the guards of the folders throw in which `path` lies. All functions of base/files
/// that change something call it.
void RequireMayChange(const std::filesystem::path& path);

/// An open file or folder; the destructor closes it.
class Descriptor {
 public:
  /// `number` may be negative: not open.
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_(other.Release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;

  bool IsOpen() const { return number_ >= 0; }
  int number() const { return number_; }
  int Release();
  /// Writes all bytes, however many calls that takes. Returns false if that failed; errno says why.
  bool Write(std::string_view bytes) const;
  /// Returns false if closing failed: some file systems report a full disk only now.
  bool Close();

 private:
  int number_;
};

/// A place in a folder, for the system's calls that end in -at: openat(place.folder(),
/// place.name(), place.no_follow() | …).
class FilePlace {
 public:
  explicit FilePlace(const std::filesystem::path& path);

  int folder() const;  // AT_FDCWD where links are followed
  const char* name() const { return name_.c_str(); }
  int no_follow() const;  // O_NOFOLLOW or 0
  /// The place beside this one whose name has this suffix.
  std::string NameWith(const std::string& suffix) const { return name_.native() + suffix; }
  /// The system's error number if a link or something else stands in the way, else 0. All calls
  /// then fail with EBADF, so look here first.
  int error() const { return error_; }
  /// Opens the file with these flags and O_CLOEXEC. If it fails, errno says why.
  Descriptor Open(int flags) const;
  /// Opens the folder to sync or lock it. If it fails, errno says why.
  Descriptor OpenFolder() const;

 private:
  std::filesystem::path name_;
  Descriptor folder_;
  bool is_guarded_ = false;
  int error_ = 0;
};

/// Opens a file as FilePlace::Open. If O_CREAT is among the flags and the file exists, it is opened
/// without: the kernel may forbid O_CREAT for files of other users (fs.protected_regular).
Descriptor OpenFile(const std::filesystem::path& path, int flags);

/// Says in words why something could not be done with `path`.
std::string SystemReason(const std::filesystem::path& path, int error);

}  // namespace raichi
