#include "console/progress.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "console/log.h"
#include "console/terminal.h"

namespace raichi {
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

}  // namespace raichi
