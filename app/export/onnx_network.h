#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "mcts/evaluator.h"

namespace raichi {

/// A Python script in a process of its own, which reads bytes from us and writes bytes to us. The
/// Python is $RAICHI_PYTHON, else python3. The script must end when its input ends, which it does
/// with this object or with our process.
class PythonChild {
 public:
  /// Runs `python SCRIPT ARGUMENT`. Throws Error if there is no such Python or no process can be
  /// created.
  PythonChild(const std::filesystem::path& script, const std::string& argument);
  ~PythonChild();
  PythonChild(const PythonChild&) = delete;
  PythonChild& operator=(const PythonChild&) = delete;

  /// The Python's name or path.
  static const char* Name();
  /// Both transfer all bytes, and throw Error if the process has ended.
  void Send(const void* bytes, size_t count);
  void Receive(void* bytes, size_t count);

 private:
  int socket_ = -1;
  pid_t child_ = -1;
};

/// Opens an ONNX file to be run by ONNX Runtime in a Python with the module onnxruntime:
/// $RAICHI_PYTHON, else python3. Each request has exactly `batch` positions; smaller batches are
/// padded. Throws Error naming the file if there is no such Python, if it cannot run the file, if
/// the script tools/run_onnx.py is missing, or if outputs have a wrong size or are not numbers.
std::unique_ptr<Evaluator> OpenOnnxEvaluator(const std::filesystem::path& file, int canvas,
                                             int batch);

}  // namespace raichi
