#pragma once

#include <stdexcept>
#include <string>

namespace raichi {

/// The outside world (a file, a flag, a record) is not what was expected. One line that names the
/// file or value and says what to do; `main` prints it and exits 1. Broken invariants abort
/// (check.h).
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Wrong use of the program: `main` exits 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace raichi
