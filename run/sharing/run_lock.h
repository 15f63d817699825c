#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/files/guard.h"
#include "run/sharing/lock_token.h"

namespace raichi {

/// Locks an open file for this process alone, without waiting, as flock(2). Returns 0 or the
/// system's error number.
using LockFile = std::function<int(int file)>;
int LockWithSystem(int file);

/// A lock that keeps other processes from doing the same job (`train`, `selfplay-01`) in a run
/// folder at the same time. The operating system releases it when the process ends, even if it is
/// killed. Where the file system has no locks, a token (lock_token.h) takes its place, with a
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
          const std::string& refusal = "", const LockFile& lock = LockWithSystem);
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

/// Takes a lock that is held for moments only, such as that of a file: waits up to 30 seconds for
/// another process and then throws HeldError.
void TakeTurn(const std::filesystem::path& folder, const std::string& job,
              std::optional<RunLock>* lock);

}  // namespace raichi
