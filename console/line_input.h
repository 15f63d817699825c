#pragma once

#include <optional>
#include <string>

namespace raichi {

/// The lines of a file descriptor, which can be looked for without waiting: an engine that reads
/// its commands between two batches needs no second thread.
class LineInput {
 public:
  /// `name` is the input's in errors. The descriptor stays open.
  LineInput(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  /// Whether `Next` would answer at once. Waits for it up to `milliseconds`, for ever if negative.
  bool IsReady(int milliseconds);
  /// The next line if a whole one is there, else nothing; it stays there. Does not wait.
  std::string Peek();
  /// The next line, without its end; the last may have none. Nothing at the end of the input. Waits
  /// as long as it takes. Throws Error where a line is longer than a megabyte.
  std::optional<std::string> Next();

 private:
  void Read();

  int descriptor_;
  std::string name_;
  std::string buffer_;  // read, not yet taken
  bool is_at_end_ = false;
};

/// Whether a descriptor can be read without waiting, or has come to its end. Waits for it up to
/// `milliseconds`, for ever if negative.
bool WaitForInput(int descriptor, int milliseconds);

}  // namespace raichi
