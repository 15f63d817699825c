#include "app/balance/figures/sentence.h"

#include <spdlog/fmt/fmt.h>

#include "app/balance/figures/figure_words.h"

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
