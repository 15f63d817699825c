#pragma once

#include <optional>
#include <string>

namespace raichi {

/// Reads lines from a file descriptor and can check for input without waiting, so an engine that
/// reads commands between two batches needs no second thread.
class LineInput {
 public:
  /// Errors call the input `name`. The descriptor stays open.
  LineInput(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  /// Whether `Next` would return at once. Waits for that up to `milliseconds`; forever if negative.
  bool IsReady(int milliseconds);
  /// The next line if a whole one is there, otherwise empty. Does not wait and does not remove it.
  std::string Peek();
  /// Waits for the next line and returns it without its line break, which the last line may lack.
  /// Returns nothing at the end of the input. Throws Error if a line is longer than a megabyte.
  std::optional<std::string> Next();

 private:
  void Read();

  int descriptor_;
  std::string name_;
  std::string buffer_;  // read, not yet taken
  bool is_at_end_ = false;
};

/// Whether a descriptor can be read without waiting, or is at its end. Waits for that up to
/// `milliseconds`; forever if negative.
bool WaitForInput(int descriptor, int milliseconds);

}  // namespace raichi
