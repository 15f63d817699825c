#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/guard.h"

namespace raichi {

/// The most that the file of a lock or token may say of its holder.
inline constexpr uint64_t kMaxMarkBytes = 1 << 10;

/// Another process holds a lock, or removed its file just now.
class HeldError : public Error {
 public:
  using Error::Error;
};

/// A file that stands for a lock where the file system has no locks. It names the process that
/// holds it and exists as long as that process holds it. A process that is killed leaves its file
/// behind; the next process of the same machine succeeds it.
///
/// To succeed a process that has ended, one creates the file `FILE.after.` and what FILE says of
/// that process, looks whether FILE is still the same, and renames its own file to FILE. If it dies
/// in between, its file is succeeded in the same way: the files form a chain that begins with FILE.
/// Each is created by a call that fails if the name is taken, and no two ever have the same
/// content. Whoever created the last file of the chain holds the token. Why there are never two:
/// - A file gets a successor only if its process has ended, and a process that has ended never runs
///   again. So nobody succeeds a holder that lives.
/// - A name is created once, so a file has one successor at most. This fails only if the successor
///   was moved or removed before. But that is done only when FILE is replaced or after it was
///   removed, and whoever creates a successor looks at FILE afterwards. If it is still the one with
///   which the chain began, it was there all the time, because a content that has gone never comes
///   back; so nothing of the chain was removed. Otherwise the new file follows nothing, and its
///   process removes it and begins again.
/// - A person may remove FILE, as an error told him to, although its holder runs. The holder finds
///   that out (IsHeld) before it changes anything more.
class LockToken {
 public:
  /// Creates the file. Succeeds a process of this machine that has ended. Throws HeldError if
  /// another process holds the token, or if a process of another machine may hold it; the message
  /// then says which file to remove. `refusal` says what is held. Calls `between_steps`, for tests,
  /// wherever another process may come in between.
  LockToken(std::filesystem::path file, const std::string& refusal,
            const std::function<void()>& between_steps = {});
  ~LockToken();  // removes the file
  LockToken(const LockToken&) = delete;
  LockToken& operator=(const LockToken&) = delete;

  /// Whether the file is still this one. Throws ReadError if that cannot be found out now.
  bool IsHeld() const;

 private:
  struct Link {
    std::filesystem::path file;
    std::string content;
  };
  std::filesystem::path PlaceAfter(const std::string& content) const;
  std::vector<Link> Chain() const;

  const std::filesystem::path file_;
  std::string content_;
};

/// Locks an open file for this process alone, without waiting, as flock(2). Returns 0 or the
/// system's error number.
using LockFile = std::function<int(int file)>;
int LockWithSystem(int file);

/// What the holder of a lock may no longer do once it has lost it: change anything in the folder,
/// or nothing in particular (where a result that two processes make is the same).
enum class Fencing { kFolder, kNone };

/// A lock that keeps other processes from doing the same job (`train`, `selfplay-01`) in a run
/// folder at the same time. The operating system releases it when the process ends, even if it is
/// killed. Where the file system has no locks, a token (LockToken) takes its place, with a
/// warning.
///
/// A process can lose its lock while it stands still: somebody removes the lock's file, or a server
/// of files gives the lock of a machine that it has lost to another one. Therefore the holder
/// writes its name into the file until it releases the lock, and looks there before each change in
/// the folder (ChangeGuard). It throws LostLockError if it is not the holder.
class RunLock {
 public:
  /// Throws HeldError if another process holds the lock, and Error if the lock cannot be taken for
  /// another reason. The message of HeldError contains `refusal`, unless it is empty.
  RunLock(const std::filesystem::path& folder, const std::string& job,
          const std::string& refusal = "", const LockFile& lock = LockWithSystem,
          Fencing fencing = Fencing::kFolder);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// Whether this process still holds the lock. Throws ReadError if that cannot be found out.
  bool IsHeld() const;

 private:
  void RequireHeld() const;

  std::filesystem::path path_;
  std::string job_;
  Descriptor file_;
  std::string mark_;  // what the file contains; empty if it could not be written
  std::optional<LockToken> token_;
  std::optional<ChangeGuard> guard_;
};

/// Calls `take` again and again until it does not throw HeldError. After some seconds it tells who
/// is waited for. Throws HeldError after a stop or so many seconds.
void WaitWhileHeld(const std::function<void()>& take, const std::stop_token& stop,
                   double seconds = std::numeric_limits<double>::infinity());
/// Takes a lock that is held for moments only, such as that of a file: waits up to 30 seconds.
void TakeTurn(const std::filesystem::path& folder, const std::string& job,
              std::optional<RunLock>* lock);

/// Returns the variables of the environment with which schedulers tell jobs apart: SLURM_JOB_ID,
/// JOB_COMPLETION_INDEX and others. Empty outside a cluster.
std::map<std::string, std::string> ClusterJob();

}  // namespace raichi
