#pragma once

#include <chrono>
#include <cstdio>
#include <string>

namespace raichi {

/// Says how far long work is. On a terminal one line is refreshed in place; elsewhere (a log) plain
/// lines are written now and then. For one thread.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Progress(std::FILE* stream = stderr,
                    std::chrono::seconds between_lines = std::chrono::seconds(15));
  ~Progress();  // finishes
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Whether `Show` would write now: worth asking where the line is dear to make.
  bool IsDue() const;
  /// Shows how things stand; lines that come too soon after another are dropped.
  void Show(const std::string& line);
  /// Writes a line that stays.
  void Print(const std::string& line);
  /// Removes the refreshed line.
  void Finish();

 private:
  std::FILE* stream_;
  bool terminal_;
  Clock::duration interval_;
  Clock::time_point last_;
  bool shown_ = false;  // a refreshed line stands there
};

/// `0:42`, `12:05`, `3:00:07`.
std::string FormatSeconds(double seconds);
/// `950`, `12.3k`, `4.56M`, `1.20G`.
std::string FormatCount(double count);

}  // namespace raichi
