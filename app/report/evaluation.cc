#include "app/report/evaluation.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/report/metrics.h"
#include "console/match_json.h"
#include "run/evaluation/evaluation.h"

namespace raichi {
namespace {

/// The work that a run had done when it finished each model.
class WorkSoFar {
 public:
  explicit WorkSoFar(const std::vector<Json>& lines)
      : lines_(lines), evaluations_(EvaluationsSoFar(lines)), samples_(SamplesSoFar(lines)) {}

  Json At(int model) const {
    if (lines_.empty()) return Json::object();
    const auto line = std::find_if(
        lines_.begin(), lines_.end() - 1,
        [model](const Json& candidate) { return candidate.value("iteration", 0) >= model; });
    const auto index = static_cast<size_t>(line - lines_.begin());
    return {{"seconds", ReportNumber(line->value("seconds", 0.0))},
            {"games", line->value("games", int64_t{0})},
            {"evaluations", ReportNumber(evaluations_[index])},
            {"samples", ReportNumber(samples_[index])}};
  }

 private:
  const std::vector<Json>& lines_;
  const std::vector<double> evaluations_, samples_;
};

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

/// The ratings of all players relative to `anchor`, from the results under one rule set.
Json RatingsUnder(const std::string& rules, std::vector<MatchResult> results,
                  const std::string& anchor) {
  std::erase_if(results, [&](const MatchResult& result) { return result.rules != rules; });
  const RatingTable table = RateResults(results, {anchor});
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

Json RatingsByRules(const std::vector<MatchResult>& results, const std::string& anchor) {
  std::set<std::string> names;
  for (const MatchResult& result : results) names.insert(result.rules);
  Json list = Json::array();
  if (names.size() < 2) return list;
  for (const std::string& name : names) list.push_back(RatingsUnder(name, results, anchor));
  return list;
}

}  // namespace

Json EvaluationSummary(const std::vector<MatchResult>& results,
                       const std::vector<std::string>& opponents, const std::vector<Json>& lines) {
  if (results.empty()) return nullptr;
  const RatingTable table = RateResults(results, opponents);
  const WorkSoFar work(lines);
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
    entry.update(work.At(model));
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
          {"rules", RatingsByRules(results, table.anchor)}};
}

}  // namespace raichi
