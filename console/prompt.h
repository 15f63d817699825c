#pragma once

#include <functional>
#include <iosfwd>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

/// Asks a person at a terminal, or a program at the other end of a pipe, for lines.
class Prompt {
 public:
  virtual ~Prompt() = default;
  /// Shows `question` and returns the answer without its line break; nothing at the end of the
  /// input.
  virtual std::optional<std::string> Ask(const std::string& question) = 0;
};

/// Reads the lines of a stream as they are.
class PlainPrompt : public Prompt {
 public:
  /// The caller keeps both streams alive.
  PlainPrompt(std::istream& in, std::ostream& out) : in_(in), out_(out) {}
  std::optional<std::string> Ask(const std::string& question) override;

 private:
  std::istream& in_;
  std::ostream& out_;
};

/// Returns the words that may stand at the end of a line: those that begin with `word`, which
/// follows the text `before`. If it returns nothing, the names of files are offered.
using Completer = std::function<std::optional<std::vector<std::string>>(const std::string& before,
                                                                        const std::string& word)>;

/// Whether both standard input and standard output are a terminal.
bool IsConversation();

/// Returns a prompt on standard input and output. On a terminal it edits lines, remembers them
/// (arrow keys) and completes words (Tab), if libedit is installed; otherwise it is a PlainPrompt.
/// One at a time.
std::unique_ptr<Prompt> OpenPrompt(Completer completer);

/// Returns a prompt that edits lines with libedit, the BSD library with the interface of GNU
/// readline, or null if it is not installed. The library is loaded here, so that no other command
/// waits for it and no build needs it.
std::unique_ptr<Prompt> OpenEditingPrompt(Completer completer);

}  // namespace raichi
