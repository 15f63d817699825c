#include "console/output.h"

#include <spdlog/fmt/fmt.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/process.h"
#include "base/text.h"
#include "console/log.h"
#include "rules/notation.h"

namespace raichi {

void PrintLine(std::string_view line) { std::cout << VisibleLine(line) << '\n'; }

void PrintText(std::string_view text) { std::cout << Visible(text) << '\n'; }

void PrintDrawing(std::string_view drawing) { std::cout << drawing << '\n'; }

void PrintJson(const Json& object) { std::cout << JsonText(object) << '\n'; }

Json ToJson(Result result) {
  return result == Result::kOngoing ? Json() : Json(std::string(ToString(result)));
}

Json MoveToJson(const Game& game, Move move, const Step& step) {
  Json captures = Json::array();
  for (int i = 0; i < step.num_captured; ++i) {
    captures.push_back(ToString(step.captured[static_cast<size_t>(i)]));
  }
  return {{"move", ToString(move, step)},
          {"captures", captures},
          {"position", ToString(game.rules(), game.position())},
          {"result", ToJson(game.result())}};
}

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

namespace {

/// Returns the beginning of a UTF-8 text, at most `columns` characters.
std::string Clip(const std::string& text, int columns) {
  size_t end = 0;
  for (int seen = 0; end < text.size(); ++end) {
    const bool starts_character = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (starts_character && seen++ == columns) break;
  }
  return text.substr(0, end);
}

}  // namespace

Progress::Progress(std::chrono::seconds between_lines)
    : terminal_(IsTerminal(stderr)),
      interval_(terminal_ ? Clock::duration(std::chrono::milliseconds(100)) : between_lines),
      last_(terminal_ ? Clock::now() - interval_ : Clock::now()) {}

Progress::~Progress() { Finish(); }

bool Progress::IsDue() const { return Clock::now() - last_ >= interval_ && ShowsInfo(); }

void Progress::Show(const std::string& line) {
  if (!IsDue()) return;
  last_ = Clock::now();
  if (!terminal_) return PrintInfo(line);
  fmt::print(stderr, "\r{}\x1b[K", Clip(VisibleLine(line), TerminalWidth(stderr) - 1));
  std::fflush(stderr);
  shown_ = true;
}

void Progress::Print(const std::string& line) {
  Finish();
  PrintInfo(line);
}

void Progress::Finish() {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

std::string FormatSeconds(double seconds) {
  const auto total = static_cast<int64_t>(std::lround(std::max(seconds, 0.0)));
  const int64_t hours = total / 3600, minutes = total / 60 % 60, rest = total % 60;
  if (hours == 0) return fmt::format("{}:{:02}", minutes, rest);
  return fmt::format("{}:{:02}:{:02}", hours, minutes, rest);
}

std::string FormatTimeLeft(double seconds) {
  return FormatSeconds(std::max(1.0, seconds)) + " left";
}

std::string FormatCount(double count) {
  constexpr const char* kUnits[] = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  for (; std::abs(count) >= 999.5 && unit + 1 < std::size(kUnits); ++unit) count /= 1000;
  if (unit == 0) return fmt::format("{:.0f}", count);
  const int digits = std::abs(count) >= 99.95 ? 0 : std::abs(count) >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f}{}", count, digits, kUnits[unit]);
}

void WorkClock::Finish(double units) {
  done_ += units;
  left_ -= units;
}

std::string WorkClock::TimeLeft(double units) const {
  const double all = done_ + left_;
  return DescribeTimeLeft(SecondsSince(start_), all > 0 ? (done_ + units) / all : 0);
}

std::string DescribeTimeLeft(double seconds, double done) {
  constexpr double kFew = 0.01, kSoon = 10;  // a first part says little of the others
  if (done <= 0 || (done < kFew && seconds < kSoon)) {
    return ", working for " + FormatSeconds(seconds);
  }
  return ", about " + FormatTimeLeft(seconds / done * (1 - done));
}

}  // namespace raichi
