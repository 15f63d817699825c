#pragma once

#include <istream>
#include <optional>
#include <string>

namespace raichi {

/// Reads lines from a file descriptor. It can check for input without waiting, so that an engine
/// can read commands between two batches without a second thread.
class LineInput {
 public:
  /// Error messages call the input `name`. The descriptor is not closed.
  LineInput(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  /// Whether `Next` would return at once. Waits up to `milliseconds` until it would; forever if
  /// negative.
  bool IsReady(int milliseconds);
  /// Returns the next line without removing it, or an empty text if no complete line has arrived.
  /// Does not wait.
  std::string Peek();
  /// Waits for the next line and returns it without its line break, which the last line may lack.
  /// Returns nothing at the end of the input. Throws Error if the line was longer than a megabyte;
  /// the next call returns the line after it.
  std::optional<std::string> Next();

 private:
  void Read();

  int descriptor_;
  std::string name_;
  std::string buffer_;  // bytes that were read but not yet returned
  bool is_at_end_ = false;
  bool is_too_long_ = false;  // the beginning of the next line was dropped
};

/// Reads a line of a stream, without its line break, as std::getline does. Throws Error naming the
/// input if the line is longer than 64 MiB.
bool GetLine(std::istream& in, const std::string& name, std::string* line);

/// Whether a descriptor has input or is at its end. Waits up to `milliseconds` until it has;
/// forever if negative.
bool WaitForInput(int descriptor, int milliseconds);

}  // namespace raichi
