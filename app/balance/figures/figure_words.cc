#include "app/balance/figures/figure_words.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "rules/notation.h"

namespace raichi {
namespace {

constexpr double kMostTurns = 1000;  // a bound beyond tells nothing
constexpr double kMostFactor = 16;   // beyond, games at four times the visits tell little

/// The number with so many decimals, and never as -0.0.
std::string Rounded(double number, int decimals) {
  const std::string text = fmt::format("{:.{}f}", number, decimals);
  return text.find_first_of("123456789") == text.npos ? fmt::format("{:.{}f}", 0.0, decimals)
                                                      : text;
}

/// ` (1.2 to 5.1)`; a bound that is not finite is left out.
std::string RangeText(double low, double high, int decimals) {
  const std::string from = Rounded(low, decimals), to = Rounded(high, decimals);
  if (!std::isfinite(low)) return fmt::format(" (at most {})", to);
  if (!std::isfinite(high)) return fmt::format(" (at least {})", from);
  return fmt::format(" ({} to {})", from, to);
}

}  // namespace

int WholePercent(double share) { return static_cast<int>(std::lround(100 * share)); }

std::string HandicapText(const Handicap& handicap, const std::string& family) {
  constexpr double kLeastFactor = 1.05;
  const auto& [side, factor, low, high] = handicap;
  if (!std::isfinite(factor) || factor < kLeastFactor) return "";
  if (family == "alphabeta") {
    if (low <= 0 && !std::isfinite(high)) return "";
    return fmt::format("{} search {:.1f} plies deeper{}", ToString(side), std::log2(factor),
                       RangeText(std::log2(low), std::log2(high), 1));
  }
  const std::string times =
      factor < kMostFactor ? fmt::format("{:.1f}", factor) : fmt::format("{} or more", kMostFactor);
  const double least = low > 0 ? std::min(low, kMostFactor) : -HUGE_VAL;
  const double most = high < kMostFactor ? high : HUGE_VAL;
  if (!std::isfinite(least) && !std::isfinite(most)) return "";
  return fmt::format("{} search {} times as much{}", ToString(side), times,
                     RangeText(least, most, 1));
}

std::string BidText(const FairBid& bid) {
  if (!std::isfinite(bid.turns) || bid.turns <= 0) return "";
  if (bid.low <= 0 && !std::isfinite(bid.high)) return "";
  return fmt::format("king wins within {:.0f} turns{}", bid.turns,
                     RangeText(bid.low, bid.high < kMostTurns ? bid.high : HUGE_VAL, 0));
}

}  // namespace raichi
