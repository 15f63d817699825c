#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace raichi {

/// A Python program that reads bytes from us and writes bytes back: $RAICHI_PYTHON, else python3.
/// It ends when this object does, or this process.
class PythonChild {
 public:
  /// Runs `python -c SCRIPT ARGUMENT`. Throws Error if no process can be made; that there is no
  /// such Python shows at the first `Receive`.
  PythonChild(const std::string& script, const std::string& argument);
  ~PythonChild();
  PythonChild(const PythonChild&) = delete;
  PythonChild& operator=(const PythonChild&) = delete;

  static const char* Name();
  /// Both throw Error if it has ended.
  void Send(const void* bytes, size_t count);
  void Receive(void* bytes, size_t count);

 private:
  int socket_ = -1;
  pid_t child_ = -1;
};

}  // namespace raichi
