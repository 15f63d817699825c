#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace raichi {

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

}  // namespace raichi
