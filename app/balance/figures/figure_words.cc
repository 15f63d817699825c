#include "app/balance/figures/figure_words.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
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

namespace {

constexpr double kManyDraws = 0.25;

std::string DescribeVerdict(const RulesFigures& figures) {
  const char* better = figures.main.score.score > 0.5 ? "attackers" : "defenders";
  switch (figures.verdict) {
    case Verdict::kBalanced:
      return "The sides are even, as far as these players can tell.";
    case Verdict::kLopsided:
      return fmt::format("The {} win far too often for a fair game.", better);
    case Verdict::kLeans:
      return fmt::format("The {} have the better game.", better);
    case Verdict::kUndecided:
      return WithinEven(figures.main.score)
                 ? "The sides are even, but the score still moves as players become stronger."
                 : "These games do not decide which side has the better game.";
  }
  return "";
}

std::string DescribeSlope(const Contrast& slope) {
  if (slope.low <= 0 && slope.high >= 0) return "";
  return fmt::format(" The stronger both players are, the {} the attackers score.",
                     slope.value > 0 ? "more" : "less");
}

}  // namespace

std::string SentenceOf(const RulesFigures& figures) {
  const ScoreEstimate& score = figures.main.score;
  std::string text = fmt::format("Between equal players the attackers score {} % ({} to {} %). {}",
                                 WholePercent(score.score), WholePercent(score.low),
                                 WholePercent(score.high), DescribeVerdict(figures));
  if (score.draws > kManyDraws) {
    text += fmt::format(" Many games ({} %) are drawn.", WholePercent(score.draws));
  }
  if (figures.slope) text += DescribeSlope(figures.slope->logits);
  const std::string handicap =
      figures.handicap ? HandicapText(*figures.handicap, figures.main.family) : "";
  const std::string bid = figures.bid ? BidText(*figures.bid) : "";
  if (!handicap.empty()) text += fmt::format(" These players are even if the {}.", handicap);
  if (!bid.empty()) {
    text += fmt::format(" They are {}even if the {}.", handicap.empty() ? "" : "also ", bid);
  }
  return text;
}

}  // namespace raichi
