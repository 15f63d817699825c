#include "app/report/evaluation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "app/report/metrics.h"
#include "console/match_json.h"
#include "run/evaluation/evaluation.h"

namespace raichi {
namespace {

/// Wilson's score interval (1927) for a score from 0 to 1. Draws make it slightly too wide.
Json SideScore(const Tally& tally) {
  if (tally.games() == 0) return {{"games", 0}};
  constexpr double kZ = 1.96;
  const auto n = static_cast<double>(tally.games());
  const double score = tally.Score();
  const double middle = (score + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double half =
      kZ / (1 + kZ * kZ / n) * std::sqrt(score * (1 - score) / n + kZ * kZ / (4 * n * n));
  return {{"games", tally.games()},
          {"score", ReportNumber(score)},
          {"low", ReportNumber(middle - half)},
          {"high", ReportNumber(middle + half)}};
}

Json SumAgainstFixed(const std::vector<MatchResult>& results, const std::string& player) {
  Tally attackers, defenders;
  for (const MatchResult& result : results) {
    if (result.a != player || IsModelName(result.b)) continue;
    attackers += result.a_attackers;
    defenders += result.a_defenders;
  }
  return {{"attackers", SideScore(attackers)}, {"defenders", SideScore(defenders)}};
}

/// The work that the run had done when it finished a model.
Json StandAt(int model, const std::vector<Json>& lines) {
  if (lines.empty()) return Json::object();
  const auto line = std::find_if(lines.begin(), lines.end() - 1, [model](const Json& candidate) {
    return candidate.value("iteration", 0) >= model;
  });
  const auto index = static_cast<size_t>(line - lines.begin());
  return {{"seconds", ReportNumber(line->value("seconds", 0.0))},
          {"games", line->value("games", int64_t{0})},
          {"evaluations", ReportNumber(EvaluationsSoFar(lines)[index])},
          {"samples", ReportNumber(SamplesSoFar(lines)[index])}};
}

Json ResultsOfModel(const std::vector<MatchResult>& results, const std::string& model) {
  Json list = Json::array();
  for (const MatchResult& result : SumResultsOf(results, model)) {
    list.push_back({{"opponent", result.b},
                    {"rules", result.rules},
                    {"attackers", ToJson(result.a_attackers)},
                    {"defenders", ToJson(result.a_defenders)}});
  }
  return list;
}

/// The ratings of all players, from the results under one rule set.
Json RatingsUnder(const std::string& rules, std::vector<MatchResult> results,
                  const std::vector<std::string>& opponents) {
  std::erase_if(results, [&](const MatchResult& result) { return result.rules != rules; });
  const RatingTable table = RateResults(results, opponents);
  std::map<std::string, Json> models;
  Json fixed = Json::array(), list = Json::array();
  for (const Rating& rating : table.ratings) {
    Json entry = ToJson(rating.rating);
    if (IsModelName(rating.player)) {
      entry["model"] = std::stoi(rating.player);
      models[rating.player] = std::move(entry);
    } else {
      entry["player"] = rating.player;
      fixed.push_back(std::move(entry));
    }
  }
  for (auto& [name, entry] : models) list.push_back(std::move(entry));
  return {{"rules", rules}, {"models", std::move(list)}, {"fixed", std::move(fixed)}};
}

Json RatingsByRules(const std::vector<MatchResult>& results,
                    const std::vector<std::string>& opponents) {
  std::set<std::string> names;
  for (const MatchResult& result : results) names.insert(result.rules);
  Json list = Json::array();
  if (names.size() < 2) return list;
  for (const std::string& name : names) list.push_back(RatingsUnder(name, results, opponents));
  return list;
}

}  // namespace

Json EvaluationSummary(const std::vector<MatchResult>& results,
                       const std::vector<std::string>& opponents, const std::vector<Json>& lines) {
  if (results.empty()) return nullptr;
  const RatingTable table = RateResults(results, opponents);
  std::map<int, Json> models;
  Json fixed = Json::array();
  for (const Rating& rating : table.ratings) {
    Json entry = ToJson(rating.rating);
    if (!IsModelName(rating.player)) {
      entry["player"] = rating.player;
      fixed.push_back(std::move(entry));
      continue;
    }
    const int model = std::stoi(rating.player);
    entry["model"] = model;
    entry.update(StandAt(model, lines));
    entry.update(SumAgainstFixed(results, rating.player));
    entry["results"] = ResultsOfModel(results, rating.player);
    models[model] = std::move(entry);
  }
  Json list = Json::array();
  for (auto& [model, entry] : models) list.push_back(std::move(entry));
  Json sides = Json::array();
  for (const SideTerm& side : table.sides) sides.push_back(ToJson(side));
  return {{"anchor", table.anchor},
          {"models", std::move(list)},
          {"fixed", std::move(fixed)},
          {"sides", std::move(sides)},
          {"rules", RatingsByRules(results, opponents)}};
}

}  // namespace raichi
