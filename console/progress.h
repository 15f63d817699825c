#pragma once

#include <chrono>
#include <string>

namespace raichi {

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

}  // namespace raichi
