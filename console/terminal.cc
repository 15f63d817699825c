#include "console/terminal.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace raichi {
namespace {

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

}  // namespace raichi
