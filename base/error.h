#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace raichi {

/// Something outside the program (a file, a flag, a record) is not what was expected. The message
/// is one line that names the file or value and says what to do; `main` prints it and exits with
/// status 1. Broken invariants abort instead (RAICHI_CHECK).
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Wrong use of the program: `main` exits with status 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// A file is damaged: its checksum or its format is wrong. Reading it again gives the same result,
/// so its owner may set it aside (rename it so that it is not read again).
class DamagedError : public Error {
 public:
  using Error::Error;
};

/// A file of a format or version that this program does not know, perhaps written by a newer one.
/// The file may be intact, so it must not be set aside.
class VersionError : public Error {
 public:
  using Error::Error;
};

/// This process worked under a lock that another process holds now. It must not change anything
/// more: `main` exits with status 3.
class LostLockError : public Error {
 public:
  using Error::Error;
};

/// The system cannot write something at present: no permission, a full disk, a spent quota, or a
/// network file system that does not answer.
class WriteError : public Error {
 public:
  WriteError(const std::string& what, int code) : Error(what), code_(code) {}
  /// The system's error number: EACCES, ENOSPC, EDQUOT, EIO, …
  int code() const { return code_; }

 private:
  int code_;
};

/// The system cannot read or list something at present: it is missing, permission is denied, too
/// many files are open, or a network file system does not answer. The file may be intact, so it
/// must not be set aside.
class ReadError : public Error {
 public:
  ReadError(const std::string& what, int code) : Error(what), code_(code) {}
  /// The system's error number: ENOENT, EMFILE, EIO, ESTALE, …
  int code() const { return code_; }

 private:
  int code_;
};

}  // namespace raichi

/// Aborts if an invariant of our own code does not hold. Not for input: wrong input throws
/// `raichi::Error`.
#define RAICHI_CHECK(condition)                                                          \
  do {                                                                                   \
    if (!(condition)) [[unlikely]] {                                                     \
      std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
