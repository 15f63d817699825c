#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"

namespace raichi {

/// Another process holds a lock.
class HeldError : public Error {
 public:
  using Error::Error;
};

/// A file that stands for a lock where the file system has no locks. It names the process that
/// holds it and exists as long as that process holds it. A process that is killed leaves its file
/// behind.
class LockToken {
 public:
  /// Creates the file. Replaces that of a process of this machine that has ended. Throws HeldError
  /// if another process holds the token, or if a process of another machine may hold it; the
  /// message then says which file to remove. `refusal` says what is held.
  LockToken(std::filesystem::path file, const std::string& refusal);
  ~LockToken();  // removes the file
  LockToken(const LockToken&) = delete;
  LockToken& operator=(const LockToken&) = delete;

 private:
  void RemoveDead(const std::string& content) const;

  const std::filesystem::path file_;
  const std::string content_;
};

}  // namespace raichi
