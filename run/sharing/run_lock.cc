#include "run/sharing/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/process.h"
#include "console/output.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostLinks = 1000;  // more only where somebody made a circle of them

/// Returns the number of the namespace in which numbers of processes mean the same. Containers with
/// one host name may have several.
uint64_t ProcessSpace() {
  struct stat status {};
  return ::stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : 0;
}

/// Returns `HOST PROCESS START NUMBER SPACE`. The number tells tokens of one process apart.
std::string NewContent() {
  static std::atomic<int> number = 0;
  const ProcessId& self = ThisProcess();
  return self.host + " " + std::to_string(self.process) + " " + std::to_string(self.start) + " " +
         std::to_string(++number) + " " + std::to_string(ProcessSpace()) + "\n";
}

struct Holder {
  ProcessId process;
  uint64_t space = 0;

  bool IsOfThisMachine() const {
    return process.host == ThisProcess().host && space == ProcessSpace();
  }
  std::string ToString() const {
    return "process " + std::to_string(process.process) + " of " + process.host;
  }
};

std::optional<Holder> HolderIn(const std::string& content) {
  Holder holder;
  uint64_t number = 0;
  std::istringstream words(content);
  words >> holder.process.host >> holder.process.process >> holder.process.start >> number;
  if (!words || holder.process.process <= 0) return std::nullopt;
  if (!(words >> holder.space)) holder.space = ProcessSpace();  // of an older program
  return holder;
}

/// Returns the content of the file, or nothing if it is gone.
std::optional<std::string> ContentOf(const fs::path& file) {
  try {
    return ReadFile(file, kMaxMarkBytes);
  } catch (const ReadError& error) {
    if (!MayAppear(error)) throw;
    return std::nullopt;
  }
}

}  // namespace

fs::path LockToken::PlaceAfter(const std::string& content) const {
  std::string name = content.substr(0, content.find('\n'));
  std::ranges::replace(name, ' ', '.');
  std::ranges::replace(name, '/', '_');
  fs::path place = file_;
  return place += ".after." + name;
}

std::vector<LockToken::Link> LockToken::Chain() const {
  std::vector<Link> chain;
  fs::path file = file_;
  while (const std::optional<std::string> content = ContentOf(file)) {
    chain.push_back({file, *content});
    if (!HolderIn(*content) || chain.size() == kMostLinks) break;
    file = PlaceAfter(*content);
  }
  return chain;
}

LockToken::LockToken(fs::path file, const std::string& refusal,
                     const std::function<void()>& between_steps)
    : file_(std::move(file)) {
  constexpr int kAttempts = 100;  // against processes that start and end at the same moment
  const auto step = [&] {
    if (between_steps) between_steps();
  };
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    content_ = NewContent();
    std::vector<Link> chain = Chain();
    step();
    if (!chain.empty()) {
      const std::optional<Holder> holder = HolderIn(chain.back().content);
      const std::string who = holder ? holder->ToString() : "another process";
      if (!holder || !holder->IsOfThisMachine()) {
        throw HeldError(file_.string() + ": " + refusal + " (" + who +
                        "); if that process has ended, remove this file");
      }
      if (IsRunning(holder->process)) {
        throw HeldError(file_.string() + ": " + refusal + " (" + who + ")");
      }
    }
    step();
    const fs::path place = chain.empty() ? file_ : PlaceAfter(chain.back().content);
    if (!TryPublishNew(place, content_)) continue;
    step();
    if (chain.empty()) return;
    if (ContentOf(file_) == chain.front().content) {
      step();
      MoveFile(place, file_);
      step();
      for (size_t i = 1; i < chain.size(); ++i) RemoveFile(chain[i].file);
      return;
    }
    RemoveFile(place);
  }
  throw Error(file_.string() + ": cannot be created, because other processes keep creating it");
}

bool LockToken::IsHeld() const { return ReadFileIfThere(file_, kMaxMarkBytes) == content_; }

LockToken::~LockToken() {
  try {
    if (IsHeld()) RemoveFile(file_);
  } catch (const std::exception&) {  // the next start succeeds it or says what to do
  }
}

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
                 const std::string& refusal, const LockFile& lock, Fencing fencing)
    : path_(folder / ("." + job + ".lock")), job_(job) {
  const std::string held =
      refusal.empty() ? "another process holds this folder's job '" + job + "'" : refusal;
  int error = 0;
  do {  // somebody may remove the file between the two calls
    file_ = OpenFile(path_, O_RDWR | O_CREAT);
    if (!file_.IsOpen()) {
      const int reason = errno;
      const std::string what = path_.string() + ": cannot create this file (" +
                               SystemReason(path_, reason) + "); is the folder writable?";
      // Other machines remember for some seconds that a file was there which is removed.
      if ((reason == ENOENT || reason == ESTALE) && IsFolder(folder)) throw HeldError(what);
      throw Error(what);
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
  if (fencing == Fencing::kFolder) guard_.emplace(folder, [this] { RequireHeld(); });
}

RunLock::~RunLock() {
  guard_.reset();  // before the name goes, for which other threads may look just now
  try {
    if (!mark_.empty() && IsHeld() && ::ftruncate(file_.number(), 0) != 0) return;
  } catch (const Error&) {  // the next holder writes its own name
  }
}

bool RunLock::IsHeld() const {
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

void WaitWhileHeld(const std::function<void()>& take, const std::stop_token& stop, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr double kSilent = 5;
  // A short wait is for a lock that is held for moments.
  const std::chrono::milliseconds pause(seconds < 60 ? 20 : 50);
  const Clock::time_point begin = Clock::now();
  for (bool told = false;; std::this_thread::sleep_for(pause)) {
    try {
      return take();
    } catch (const HeldError& error) {
      const double waited = std::chrono::duration<double>(Clock::now() - begin).count();
      if (stop.stop_requested() || waited > seconds) throw;
      if (waited < kSilent || std::exchange(told, true)) continue;
      PrintWarning(std::string(error.what()) + "; waiting for it");
    }
  }
}

void TakeTurn(const std::filesystem::path& folder, const std::string& job,
              std::optional<RunLock>* lock) {
  WaitWhileHeld([&] { lock->emplace(folder, job); }, {}, 30);
}

std::map<std::string, std::string> ClusterJob() {
  std::map<std::string, std::string> job;
  for (const char* name : {"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID",
                           "SLURM_PROCID", "SLURM_RESTART_COUNT", "JOB_COMPLETION_INDEX"}) {
    const char* value = std::getenv(name);
    if (value != nullptr) job[name] = value;
  }
  return job;
}

}  // namespace raichi
