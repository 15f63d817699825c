#include "run/sharing/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "console/output.h"

namespace raichi {
namespace {

/// Whether the file system has no locks, or has lost them.
bool HasNoLocks(int error) {
  return error == ENOLCK || error == ENOTSUP || error == EOPNOTSUPP || error == ENOSYS;
}

}  // namespace

int LockWithSystem(int file) { return ::flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno; }

RunLock::RunLock(const std::filesystem::path& folder, const std::string& job,
                 const std::string& refusal, const LockFile& lock) {
  const std::filesystem::path path = folder / ("." + job + ".lock");
  const std::string held =
      refusal.empty() ? "another process holds this folder's job '" + job + "'" : refusal;
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) {
    throw Error(path.string() + ": cannot create this file (" +
                std::generic_category().message(errno) + "); is the folder writable?");
  }
  const int error = lock(file_);
  if (error == 0) return;
  close(file_);
  file_ = -1;
  if (error == EWOULDBLOCK) throw HeldError(folder.string() + ": " + held);
  if (!HasNoLocks(error)) {
    throw Error(path.string() + ": cannot lock: " + std::generic_category().message(error));
  }
  const std::filesystem::path token = folder / ("." + job + ".token");
  token_.emplace(token, held);
  static std::atomic<bool> is_told = false;  // a run takes many locks
  if (is_told.exchange(true)) return;
  PrintWarning(path.string() + ": this file system has no locks (" +
               std::generic_category().message(error) + "); " + token.filename().string() +
               " and the like take their place, and stay if this process is killed");
}

RunLock::~RunLock() {
  if (file_ >= 0) close(file_);
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
