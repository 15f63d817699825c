#include "app/balance/figures/ladders.h"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <utility>

#include "app/balance/figures/effects.h"
#include "base/numbers.h"
#include "base/text.h"

namespace raichi {
namespace {

/// The level of the family that has this strength.
double LevelAt(double strength, const std::string& family) {
  return family == "alphabeta" ? strength : std::exp2(strength);
}

std::string LevelText(double level, const std::string& family) {
  if (family == "alphabeta") return fmt::format("depth {:.1f}", level);
  const int digits = level < 100 ? 0 : level < 1000 ? -1 : -2;  // two or three that mean something
  const double unit = std::pow(10, -digits);
  return fmt::format("{:.0f} visits", std::round(level / unit) * unit);
}

std::string ScoreText(const Contrast& logit) {
  return fmt::format("{} % ({} to {})", WholePercent(ChanceOfLogit(logit.value)),
                     WholePercent(ChanceOfLogit(logit.low)),
                     WholePercent(ChanceOfLogit(logit.high)));
}

/// ` (190 to 800)`; an end that the levels do not show is left out.
std::string EvenRange(const EvenStrength& even, const std::string& family) {
  const auto text = [&](double strength) { return LevelText(LevelAt(strength, family), family); };
  if (std::isinf(even.low))
    return std::isinf(even.high) ? "" : " (at most " + text(even.high) + ")";
  if (std::isinf(even.high)) return " (at least " + text(even.low) + ")";
  return " (" + text(even.low) + " to " + text(even.high) + ")";
}

/// The slope of the score where the curve has this logit, for one of the logit's slope.
double PointsFor(const LadderFit& ladder) {
  const double score = ChanceOfLogit(ladder.value.value);
  return score * (1 - score);
}

std::string TextOf(const LadderFit& ladder, const std::string& family) {
  const double points = 100 * PointsFor(ladder), top = ladder.curve.back().strength;
  const auto& [trend, low, high, p] = ladder.trend;
  const bool is_depth = family == "alphabeta";
  std::string text = fmt::format(
      "{} at {}, {:+.1f} points ({:+.1f} to {:+.1f}) with each {}", ScoreText(ladder.value),
      is_depth ? fmt::format("depth {:.0f}", top) : fmt::format("{:.0f} visits", std::exp2(top)),
      points * trend, points * low, points * high, is_depth ? "ply" : "doubling");
  text += ladder.even ? ", even at " + LevelText(LevelAt(ladder.even->strength, family), family) +
                            EvenRange(*ladder.even, family)
                      : ", even at no level";
  if (!ladder.forecast) return text;
  return text + fmt::format("; the lower levels foretold {}, found {} %",
                            ScoreText(ladder.forecast->logit),
                            WholePercent(ChanceOfLogit(ladder.forecast->observed)));
}

Json ScoreToJson(const Contrast& logit) {
  return {{"score", ChanceOfLogit(logit.value)},
          {"low", ChanceOfLogit(logit.low)},
          {"high", ChanceOfLogit(logit.high)}};
}

}  // namespace

std::vector<LadderLevel> LadderLevelsOf(const PlayedGames& games, const StudyPlan& plan) {
  const std::string family = MainFamilyOf(plan);
  std::vector<LadderLevel> ladder;
  for (const int level : games.LevelsOf(family, plan.main)) {
    const CrossPlay play = games.Equals(family, level, plan.main, SeedsOf(plan));
    const ScoreEstimate score = EstimateScore(play);
    ladder.push_back(
        {std::log2(SearchAt(level, family)), score.logit ? *score.logit : EstimateLogitMean(play)});
  }
  return ladder;
}

void FitLadders(std::map<size_t, RulesFigures>* figures) {
  constexpr size_t kLeastLevels = 3;
  std::map<std::vector<double>, std::vector<RulesFigures*>> by_strengths;
  for (auto& [rules, of_rules] : *figures) {
    std::vector<double> strengths;
    for (const LadderLevel& level : of_rules.ladder_levels) strengths.push_back(level.strength);
    if (strengths.size() >= kLeastLevels) by_strengths[strengths].push_back(&of_rules);
  }
  for (const auto& [strengths, rule_sets] : by_strengths) {
    std::vector<std::vector<LadderLevel>> levels;
    for (const RulesFigures* of_rules : rule_sets) levels.push_back(of_rules->ladder_levels);
    std::vector<LadderFit> fits = FitLadders(levels);
    for (size_t i = 0; i < fits.size(); ++i) rule_sets[i]->ladder = std::move(fits[i]);
  }
}

Json LadderToJson(const LadderFit& ladder, const std::string& family) {
  const auto level = [&family](double strength) {
    return std::isinf(strength) ? Json() : Json(LevelAt(strength, family));
  };
  const double points = PointsFor(ladder);
  Json json = ScoreToJson(ladder.value);
  json["text"] = TextOf(ladder, family);
  json["level"] = level(ladder.curve.back().strength);
  json["trend"] = {{"value", points * ladder.trend.value},
                   {"low", points * ladder.trend.low},
                   {"high", points * ladder.trend.high}};
  if (const auto& even = ladder.even) {
    json["even"] = {
        {"level", level(even->strength)}, {"low", level(even->low)}, {"high", level(even->high)}};
  }
  if (const auto& forecast = ladder.forecast) {
    json["forecast"] = ScoreToJson(forecast->logit);
    json["forecast"]["observed"] = ChanceOfLogit(forecast->observed);
    json["forecast"]["holds"] = forecast->Holds();
  }
  json["curve"] = Json::array();
  for (const LadderPoint& point : ladder.curve) {
    json["curve"].push_back(ScoreToJson(point.logit));
    json["curve"].back()["level"] = level(point.strength);
  }
  return json;
}

}  // namespace raichi
