#include "run/sharing/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/process_id.h"
#include "console/output.h"

namespace raichi {
namespace {

/// Whether the file system has no locks, or has lost them.
bool HasNoLocks(int error) {
  return error == ENOLCK || error == ENOTSUP || error == EOPNOTSUPP || error == ENOSYS;
}

/// Whether `path` is still the name of this open file.
bool IsNameOf(const std::filesystem::path& path, int file) {
  return ReadPatiently(Patience(), [&] {
    const Descriptor named = OpenFile(path, O_RDONLY | O_NONBLOCK);
    if (!named.IsOpen() && errno == ENOENT) return false;
    struct stat ours {
    }, there{};
    if (!named.IsOpen() || ::fstat(named.number(), &there) != 0 || ::fstat(file, &ours) != 0) {
      throw ReadError(path.string() + ": cannot read: " + SystemReason(path, errno), errno);
    }
    return ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
  });
}

/// Replaces the content of the lock's file. Returns the content, or nothing if that failed, as on a
/// full disk.
std::string Mark(int file) {
  static std::atomic<int> number = 0;
  const std::string mark = ThisProcess().ToString() + "." + std::to_string(++number) + "\n";
  const bool is_written =
      ::ftruncate(file, 0) == 0 &&
      ::pwrite(file, mark.data(), mark.size(), 0) == static_cast<ssize_t>(mark.size());
  return is_written ? mark : "";
}

}  // namespace

int LockWithSystem(int file) { return ::flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno; }

RunLock::RunLock(const std::filesystem::path& folder, const std::string& job,
                 const std::string& refusal, const LockFile& lock)
    : path_(folder / ("." + job + ".lock")), job_(job) {
  const std::string held =
      refusal.empty() ? "another process holds this folder's job '" + job + "'" : refusal;
  int error = 0;
  do {  // somebody may remove the file between the two calls
    file_ = OpenFile(path_, O_RDWR | O_CREAT);
    if (!file_.IsOpen()) {
      throw Error(path_.string() + ": cannot create this file (" + SystemReason(path_, errno) +
                  "); is the folder writable?");
    }
    error = lock(file_.number());
  } while (error == 0 && !IsNameOf(path_, file_.number()));
  if (error == EWOULDBLOCK) throw HeldError(folder.string() + ": " + held);
  if (error != 0 && !HasNoLocks(error)) {
    throw Error(path_.string() + ": cannot lock: " + SystemReason(path_, error));
  }
  if (error == 0) {
    mark_ = Mark(file_.number());
  } else {
    file_ = Descriptor();
    const std::filesystem::path token = folder / ("." + job + ".token");
    token_.emplace(token, held);
    static std::atomic<bool> is_told = false;  // a run takes many locks
    if (!is_told.exchange(true)) {
      PrintWarning(path_.string() + ": this file system has no locks (" +
                   SystemReason(path_, error) + "); " + token.filename().string() +
                   " and the like take their place, and stay if this process is killed");
    }
  }
  guard_.emplace(folder, [this] { RequireHeld(); });
}

RunLock::~RunLock() {
  try {
    if (!mark_.empty() && IsHeld() && ::ftruncate(file_.number(), 0) != 0) return;
  } catch (const Error&) {  // the next holder writes its own name
  }
}

bool RunLock::IsHeld() const {
  constexpr uint64_t kMaxMarkBytes = 1 << 10;
  if (token_) return ReadPatiently(Patience(), [this] { return token_->IsHeld(); });
  if (!IsNameOf(path_, file_.number())) return false;
  return mark_.empty() || ReadPatiently(Patience(), [this] {
           return ReadFileIfThere(path_, kMaxMarkBytes) == mark_;
         });
}

void RunLock::RequireHeld() const {
  try {
    if (IsHeld()) return;
  } catch (const ReadError& error) {  // what cannot be checked cannot be changed now
    throw WriteError(error.what(), error.code());
  }
  throw LostLockError(
      path_.parent_path().string() + ": another process " +
      (job_ == "train" ? "owns this run" : "has taken over this folder's job '" + job_ + "'") +
      ", since " + path_.filename().string() +
      " is no longer this process's; this one stops and writes nothing more");
}

void TakeTurn(const std::filesystem::path& folder, const std::string& job,
              std::optional<RunLock>* lock) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(30);
  while (!*lock) {
    try {
      lock->emplace(folder, job);
    } catch (const HeldError&) {
      if (Clock::now() > end) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

}  // namespace raichi
