#pragma once

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "base/json.h"
#include "console/log.h"
#include "rules/game.h"
#include "rules/words/words.h"

namespace raichi {

/// Prints a line to standard output, as VisibleLine shows it (base/text.h).
void PrintLine(std::string_view line);
/// Prints lines of ours, in which only single lines are from elsewhere, as Visible shows them.
void PrintText(std::string_view text);
/// Prints a line of ours as it is, such as a board whose colours are control characters.
void PrintDrawing(std::string_view drawing);
void PrintJson(const Json& object);

/// null, "attackers", "defenders" or "draw".
Json ToJson(Result result);
/// Describes the move that led to `game`'s current position:
/// `{"move":"e3-c3xc4","captures":["c4"],"position":"… d","result":null}`.
Json MoveToJson(const Game& game, Move move, const Step& step);

/// Whether a stream is a terminal that understands escape sequences.
bool IsTerminal(std::FILE* stream);
/// Whether a stream goes to another program.
bool IsPipe(std::FILE* stream);
/// Whether output to a stream should be coloured (https://no-color.org).
bool WantsColour(std::FILE* stream);
/// Whether the locale of the environment uses UTF-8.
bool WritesUtf8();
/// Returns the number of columns of the terminal, or 80 if it is unknown.
int TerminalWidth(std::FILE* stream);
/// Returns the number of columns for prose: those of the terminal, at least 40 and at most 100, or
/// `otherwise` if the stream is no terminal.
size_t ProseWidth(std::FILE* stream, size_t otherwise = std::string::npos);
/// Returns the number of characters of a text in UTF-8.
size_t CountCharacters(std::string_view text);
/// Breaks the lines of a text between words, so that they have at most `columns` characters. Only a
/// longer word exceeds them. `indent` blanks precede the lines that this adds.
std::string Wrap(std::string_view text, size_t columns, size_t indent = 0);

/// Displays the progress of a long-running operation on standard error: on a terminal one line that
/// is refreshed in place, otherwise occasional messages of the log (console/log.h). Shows nothing
/// if the log does not show messages of level info. Not thread-safe.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// `between_lines` is the time between two messages if standard error is not a terminal.
  explicit Progress(std::chrono::seconds between_lines = std::chrono::seconds(15));
  ~Progress();  // calls Finish
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Whether `Show` would display a line now. Call this first if building the line is expensive.
  bool IsDue() const;
  /// Displays the current state. Lines that follow another too soon are dropped.
  void Show(const std::string& line);
  /// Logs a line, which is not replaced by later ones.
  void Print(const std::string& line);
  /// Removes the refreshed line.
  void Finish();

 private:
  bool terminal_;
  Clock::duration interval_;
  Clock::time_point last_;
  bool shown_ = false;  // the terminal shows a refreshed line
};

/// `0:42`, `12:05`, `3:00:07`.
std::string FormatSeconds(double seconds);
/// `0:42 left`, and at least `0:01 left`, because the work goes on.
std::string FormatTimeLeft(double seconds);
/// `950`, `12.3k`, `4.56M`, `1.20G`.
std::string FormatCount(double count);

/// Estimates the time left for work that consists of equal units, from the mean time of those that
/// are done. It starts when it is constructed.
class WorkClock {
 public:
  /// `units` is all the work.
  explicit WorkClock(double units) : left_(units) {}

  /// Counts a finished part of the work, of so many units.
  void Finish(double units);
  /// `, about 0:42 left` once a hundredth is done, or after ten seconds anything, counting `units`
  /// of the present part; before that `, working for 0:05`.
  std::string TimeLeft(double units) const;

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
  double done_ = 0;
  double left_;
};

/// Returns the text of WorkClock::TimeLeft after `seconds` for the share `done` of the work.
std::string DescribeTimeLeft(double seconds, double done);

}  // namespace raichi
