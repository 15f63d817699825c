#include "run/config/machine_speed.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/config_keys.h"

namespace raichi {
namespace {

constexpr double kAboutAsFast = 1.25;  // between 1 / this and this times the speed

/// `5,100`
std::string WithCommas(double number) {
  std::string text = fmt::format("{:.0f}", number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) {
    text.insert(static_cast<size_t>(i), ",");
  }
  return text;
}

/// `a tenth of`, `0.65 times as many as`, `3.2 times as many as`
std::string RatioInWords(double ratio) {
  constexpr std::array<const char*, 9> kParts = {"half",      "a third", "a quarter",
                                                 "a fifth",   "a sixth", "a seventh",
                                                 "an eighth", "a ninth", "a tenth"};
  const double parts = std::round(1 / ratio);
  if (parts >= 2 && parts <= 10 && std::abs(ratio * parts - 1) < 0.07) {
    return std::string(kParts[static_cast<size_t>(parts) - 2]) + " of";
  }
  return fmt::format("{:.7g} times as many as", ToTwoDigits(ratio));
}

/// `1 minute`, `2.5 hours`
std::string WithUnit(double number, const std::string& unit) {
  const std::string text = fmt::format("{:.7g}", number);
  return text + " " + unit + (text == "1" ? "" : "s");
}

/// A time in a suitable unit, with two digits.
std::string TimeInWords(double minutes) {
  if (minutes < 1) return WithUnit(ToTwoDigits(minutes * 60), "second");
  if (minutes < 180) return WithUnit(ToTwoDigits(minutes), "minute");
  return WithUnit(ToTwoDigits(minutes / 60), "hour");
}

}  // namespace

double ToTwoDigits(double number) {
  const double unit = std::pow(10, std::floor(std::log10(number)) - 1);
  return std::round(number / unit) * unit;
}

void ListKeys(MachineSpeed* c, KeyList* keys) {
  constexpr double kMost = 1LL << 50;
  keys->Add("evaluations", &c->evaluations, {0, kMost},
            "Evaluations a second of a 4×32 network on a 9×9 board, by all workers together.");
  keys->Add("samples", &c->samples, {0, kMost}, "Training samples a second of the same network.");
}

std::vector<std::string> ToChanges(const MachineSpeed& speed) {
  return {fmt::format("machine.evaluations={}", speed.evaluations),
          fmt::format("machine.samples={}", speed.samples)};
}

std::string DescribeSpeed(const MachineSpeed& speed, double minutes) {
  const auto evaluations = static_cast<double>(speed.evaluations);
  const auto there = static_cast<double>(kReadmeMachine.evaluations);
  const double ratio = evaluations / there;
  const std::string fact =
      fmt::format("this machine evaluates {} positions a second with a {} network",
                  WithCommas(ToTwoDigits(evaluations)), kMeasuredNetwork);
  const std::string other = fmt::format("the one in the README ({})", WithCommas(there));
  if (ratio < kAboutAsFast && ratio * kAboutAsFast > 1) {
    return fact + ", about as many as " + other;
  }
  std::string text = fact + ", " + RatioInWords(ratio) + " " + other;
  if (minutes == 0) return text;
  const std::string budget = WithUnit(minutes, "minute");
  text += fmt::format(": expect after {} about what that one reaches in {}", budget,
                      TimeInWords(minutes * ratio));
  if (ratio > 1) return text;
  return text +
         fmt::format("; for what it reaches in {} begin another run with budget.minutes={:.7g}",
                     budget, ToTwoDigits(minutes / ratio));
}

}  // namespace raichi
