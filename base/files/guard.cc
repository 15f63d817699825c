#include "base/files/guard.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <system_error>
#include <utility>
#include <vector>

namespace raichi {

namespace fs = std::filesystem;

struct GuardedFolder {
  GuardedFolder(fs::path guarded, std::function<void()> check)
      : folder(std::move(guarded)), may_change(std::move(check)) {}

  const fs::path folder;
  const std::function<void()> may_change;  // not called once the guard is gone
  mutable std::shared_mutex mutex;         // shared by the threads that call it
  mutable bool is_over = false;
};

namespace {

struct Promises {
  std::mutex mutex;  // of the rest
  std::vector<fs::path> without_links;
  std::vector<std::shared_ptr<const GuardedFolder>> changes;
};

/// They outlive all static objects, whose destructors may still write files.
Promises& OfThisProcess() {
  static Promises& promises = *new Promises;
  return promises;
}

using Parts = std::vector<fs::path>;

Parts PartsOf(const fs::path& path) {
  Parts parts;
  for (const fs::path& part : path) {
    if (!part.empty() && part != ".") parts.push_back(part);
  }
  return parts;
}

/// Returns the parts of `path` below `folder`, or nothing if it does not lie there.
std::optional<Parts> Below(const fs::path& folder, const Parts& path) {
  const Parts outer = PartsOf(folder);
  if (path.size() <= outer.size() || !std::equal(outer.begin(), outer.end(), path.begin())) {
    return std::nullopt;
  }
  Parts inner(path.begin() + static_cast<ptrdiff_t>(outer.size()), path.end());
  const bool leaves = std::ranges::find(inner, "..") != inner.end() || inner.front().is_absolute();
  return leaves ? std::nullopt : std::optional(std::move(inner));
}

/// Returns the outermost folder without links in which `path` lies, and sets the parts below it.
std::optional<fs::path> GuardOf(const fs::path& path, Parts* inner) {
  const Parts parts = PartsOf(path);
  Promises& promises = OfThisProcess();
  const std::lock_guard lock(promises.mutex);
  std::optional<fs::path> guard;
  for (const fs::path& folder : promises.without_links) {
    std::optional<Parts> below = Below(folder, parts);
    if (!below || (guard && below->size() <= inner->size())) continue;
    *inner = std::move(*below);
    guard = folder.empty() ? "." : folder;
  }
  return guard;
}

/// Opens a file or folder inside another one. A link fails with ELOOP, also where a folder is
/// wanted.
Descriptor OpenInside(const Descriptor& outer, const fs::path& name, int flags) {
  Descriptor inner(::openat(outer.number(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (inner.IsOpen() || errno != ENOTDIR) return inner;
  struct stat status {};
  const bool is_link = ::fstatat(outer.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                       S_ISLNK(status.st_mode);
  errno = is_link ? ELOOP : ENOTDIR;
  return inner;
}

}  // namespace

void ForbidLinksIn(const fs::path& folder) {
  Promises& promises = OfThisProcess();
  const std::lock_guard lock(promises.mutex);
  std::vector<fs::path>& folders = promises.without_links;
  if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
}

bool MayFollowLinks(const fs::path& path) {
  Parts inner;
  return !GuardOf(path, &inner);
}

ChangeGuard::ChangeGuard(const fs::path& folder, std::function<void()> may_change)
    : guarded_(std::make_shared<const GuardedFolder>(folder, std::move(may_change))) {
  Promises& promises = OfThisProcess();
  const std::lock_guard lock(promises.mutex);
  promises.changes.push_back(guarded_);
}

ChangeGuard::~ChangeGuard() {
  {
    Promises& promises = OfThisProcess();
    const std::lock_guard lock(promises.mutex);
    std::erase(promises.changes, guarded_);
  }
  const std::unique_lock wait(guarded_->mutex);
  guarded_->is_over = true;
}

void RequireMayChange(const fs::path& path) {
  const Parts parts = PartsOf(path);
  std::vector<std::shared_ptr<const GuardedFolder>> guards;
  {
    Promises& promises = OfThisProcess();
    const std::lock_guard lock(promises.mutex);
    guards = promises.changes;
  }
  for (const auto& guard : guards) {
    const std::shared_lock lock(guard->mutex);
    if (!guard->is_over && Below(guard->folder, parts)) guard->may_change();
  }
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

int Descriptor::Release() { return std::exchange(number_, -1); }

bool Descriptor::Write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(number_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool Descriptor::Close() { return ::close(Release()) == 0; }

FilePlace::FilePlace(const fs::path& path) : name_(path) {
  Parts inner;
  const std::optional<fs::path> guard = GuardOf(path, &inner);
  if (!guard) return;
  is_guarded_ = true;
  name_ = inner.back();
  inner.pop_back();
  folder_ = Descriptor(::open(guard->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const fs::path& part : inner) {
    if (folder_.IsOpen()) folder_ = OpenInside(folder_, part, O_PATH | O_DIRECTORY);
  }
  if (!folder_.IsOpen()) error_ = errno;
}

int FilePlace::folder() const { return is_guarded_ ? folder_.number() : AT_FDCWD; }

int FilePlace::no_follow() const { return is_guarded_ ? O_NOFOLLOW : 0; }

Descriptor FilePlace::Open(int flags) const {
  if (error_ != 0) {
    errno = error_;
    return Descriptor();
  }
  if (is_guarded_) return OpenInside(folder_, name_, flags);
  return Descriptor(::open(name(), flags | O_CLOEXEC, 0666));
}

Descriptor FilePlace::OpenFolder() const {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  if (error_ != 0) {
    errno = error_;
    return Descriptor();
  }
  if (is_guarded_) return Descriptor(::openat(folder(), ".", kFlags));
  const fs::path outer = name_.has_parent_path() ? name_.parent_path() : ".";
  return Descriptor(::open(outer.c_str(), kFlags));
}

Descriptor OpenFile(const fs::path& path, int flags) {
  const FilePlace place(path);
  Descriptor file = place.Open(flags & ~O_CREAT);
  if (file.IsOpen() || errno != ENOENT || (flags & O_CREAT) == 0) return file;
  return place.Open(flags);
}

std::string SystemReason(const fs::path& path, int error) {
  if (error == ELOOP && !MayFollowLinks(path)) {
    return "it is a symbolic link, or lies behind one, and inside a shared folder such as a run's "
           "no link is followed; put the file or folder itself there";
  }
  return std::generic_category().message(error);
}

}  // namespace raichi
