#include "app/play/clocks.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "console/output.h"

namespace raichi {
namespace {

constexpr double kMostSeconds = 86400;

/// Reads `10m` as seconds. A number without a unit is multiplied by `unit`.
std::optional<double> ParseTime(std::string_view text, double unit) {
  const auto number = TakeNumber(&text, 0.0);
  if (text == "h") unit = 3600;
  if (text == "m" || text == "min") unit = 60;
  if (text == "s") unit = 1;
  const bool is_known = text.empty() || text == "h" || text == "m" || text == "min" || text == "s";
  const bool is_good = number && is_known && *number * unit <= kMostSeconds;
  return is_good ? std::optional(*number * unit) : std::nullopt;
}

}  // namespace

TimeControl ParseTimeControl(const std::string& text) {
  const size_t plus = text.find('+');
  const auto base = ParseTime(std::string_view(text).substr(0, plus), 60);
  const auto increment = plus == std::string::npos
                             ? std::optional(0.0)
                             : ParseTime(std::string_view(text).substr(plus + 1), 1);
  if (!base || !increment || *base < 1) {
    throw UsageError("clock " + QuoteForError(text) +
                     ": expected a time from a second to a day for the game, and perhaps one for "
                     "each move, as in 10m+5s");
  }
  return {*base, *increment};
}

std::string ToString(const TimeControl& control) {
  return fmt::format("{}s+{}s", control.base, control.increment);
}

ClockTimes FullTimes(const TimeControl& control) { return {control, {control.base, control.base}}; }

GameClocks::GameClocks(const ClockTimes& times, Now now) : now_(std::move(now)) { Set(times); }

void GameClocks::Start(Side side) {
  if (runs_ && running_ == side) return;
  Pause();
  runs_ = true;
  running_ = side;
  started_ = now_();
}

void GameClocks::Pause() {
  if (runs_) left_[static_cast<size_t>(running_)] = Left(running_);
  runs_ = false;
}

double GameClocks::Left(Side side) const {
  const double passed = runs_ && running_ == side ? now_() - started_ : 0;
  return left_[static_cast<size_t>(side)] - passed;
}

void GameClocks::Press() {
  Pause();
  left_[static_cast<size_t>(running_)] += control_.increment;
  history_.push_back(left_);
}

void GameClocks::Skip() {
  Pause();
  history_.push_back(left_);
}

void GameClocks::Rewind(size_t moves) {
  Pause();
  history_.resize(std::min(moves + 1, history_.size()));
  left_ = history_.back();
}

void GameClocks::Reset() { Set(FullTimes(control_)); }

void GameClocks::Set(const ClockTimes& times) {
  runs_ = false;
  control_ = times.control;
  left_ = times.left;
  history_ = {left_};
}

std::string ClockText(double seconds) {
  constexpr double kShowTenths = 10;
  if (seconds >= kShowTenths) return FormatSeconds(seconds);
  return fmt::format("0:{:04.1f}", std::floor(10 * std::max(0.0, seconds)) / 10);
}

}  // namespace raichi
