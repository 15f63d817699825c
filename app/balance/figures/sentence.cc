#include "app/balance/figures/sentence.h"

#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "rules/notation.h"

namespace raichi {
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
      return "These games do not decide which side has the better game.";
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
  std::string text = fmt::format(
      "Between equal players the attackers score {:.0f} % ({:.0f} to "
      "{:.0f} %). {}",
      100 * score.score, 100 * score.low, 100 * score.high, DescribeVerdict(figures));
  if (score.draws > kManyDraws) {
    text += fmt::format(" Many games ({:.0f} %) are drawn.", 100 * score.draws);
  }
  if (figures.slope) text += DescribeSlope(*figures.slope);
  if (figures.handicap && std::isfinite(figures.handicap->factor)) {
    text += fmt::format(" The sides are even if the {} search {:.1f} times as much.",
                        ToString(figures.handicap->side), figures.handicap->factor);
  }
  if (figures.bid && std::isfinite(figures.bid->turns) && figures.bid->turns > 0) {
    text += fmt::format(" They are also even if the king has to win within {:.0f} turns.",
                        figures.bid->turns);
  }
  return text;
}

}  // namespace raichi
