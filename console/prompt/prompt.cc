#include "console/prompt/prompt.h"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "console/line_input.h"
#include "console/prompt/editing_prompt.h"
#include "console/terminal.h"

namespace raichi {

std::optional<std::string> PlainPrompt::Ask(const std::string& question) {
  out_ << question;
  out_.flush();
  std::string line;
  if (!GetLine(in_, "standard input", &line)) {
    out_ << '\n';
    return std::nullopt;
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

bool IsConversation() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

std::unique_ptr<Prompt> OpenPrompt(Completer completer) {
  if (IsConversation() && IsTerminal(stdout)) {
    if (auto prompt = OpenEditingPrompt(std::move(completer))) return prompt;
  }
  return std::make_unique<PlainPrompt>(std::cin, std::cout);
}

}  // namespace raichi
