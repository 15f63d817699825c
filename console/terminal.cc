#include "console/terminal.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace raichi {
namespace {

/// Whether a byte begins a character in UTF-8.
bool IsStart(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool IsTerminal(std::FILE* stream) {
  return isatty(fileno(stream)) != 0 && Environment("TERM") != "dumb";
}

bool IsPipe(std::FILE* stream) {
  struct stat status {};
  return fstat(fileno(stream), &status) == 0 && S_ISFIFO(status.st_mode);
}

bool WantsColour(std::FILE* stream) {
  return IsTerminal(stream) && Environment("NO_COLOR").empty();
}

bool WritesUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string locale = Environment(name);
    if (locale.empty()) continue;
    return locale.find("UTF-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

int TerminalWidth(std::FILE* stream) {
  winsize window{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return 80;
  return window.ws_col;
}

size_t ProseWidth(std::FILE* stream, size_t otherwise) {
  constexpr int kLeast = 40, kMost = 100;
  if (!IsTerminal(stream)) return otherwise;
  return static_cast<size_t>(std::clamp(TerminalWidth(stream), kLeast, kMost));
}

size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, IsStart));
}

std::string Wrap(std::string_view text, size_t columns, size_t indent) {
  std::string wrapped;
  size_t column = 0;      // characters of the present line
  size_t space = 0;       // where the line can be broken, in `wrapped`; 0: nowhere
  bool is_begun = false;  // the line has a word
  for (const char c : text) {
    wrapped += c;
    if (c == '\n') {
      column = space = 0;
      is_begun = false;
      continue;
    }
    if (c != ' ') is_begun = true;
    if (c == ' ' && is_begun) space = wrapped.size() - 1;
    if (IsStart(c)) ++column;
    if (column <= columns || space == 0) continue;
    wrapped.replace(space, 1, "\n" + std::string(indent, ' '));
    column = CountCharacters(std::string_view(wrapped).substr(space + 1));
    space = 0;
  }
  return wrapped;
}

}  // namespace raichi
