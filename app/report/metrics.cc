#include "app/report/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "console/match_json.h"
#include "run/evaluation/evaluation.h"

namespace raichi {
namespace {

using Row = std::map<std::string, double>;

/// Whether a number is a running total. A row of several iterations shows the last total.
bool CountsUp(const std::string& key) {
  static const std::set<std::string> kKeys = {
      "iteration",   "time",    "seconds",    "games",
      "evaluations", "samples", "train/step", "train/positions_made"};
  return kKeys.contains(key);
}

void Flatten(const Json& object, const std::string& prefix, Row* row) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      Flatten(value, prefix + key + "/", row);
    } else if (value.is_number()) {
      (*row)[prefix + key] = value.get<double>();
    }
  }
}

/// What a part of the work had done after each line, from its speed and its seconds.
std::vector<double> TotalsOf(const std::vector<Json>& lines, const char* part, const char* speed) {
  std::vector<double> totals;
  double total = 0;
  for (const Json& line : lines) {
    const Json work = line.value(part, Json::object());
    total += work.value(speed, 0.0) * work.value("seconds", 0.0);
    totals.push_back(total);
  }
  return totals;
}

std::vector<Row> RowsOf(const std::vector<Json>& lines) {
  const std::vector<double> evaluations = EvaluationsSoFar(lines);
  const std::vector<double> samples = SamplesSoFar(lines);
  std::vector<Row> rows(lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    Flatten(lines[i], "", &rows[i]);
    rows[i]["evaluations"] = evaluations[i];
    rows[i]["samples"] = samples[i];
    // A run that resumed after the games of an iteration has no statistics of them.
    if (rows[i]["selfplay/games"] == 0) {
      std::erase_if(rows[i],
                    [](const auto& entry) { return entry.first.starts_with("selfplay/"); });
    }
  }
  return rows;
}

/// The value of `key` for the rows from `first` up to, but not including, `last`.
Json ValueOfGroup(const std::vector<Row>& rows, size_t first, size_t last, const std::string& key) {
  double sum = 0;
  int count = 0;
  for (size_t i = first; i < last; ++i) {
    const auto found = rows[i].find(key);
    if (found == rows[i].end()) continue;
    sum = CountsUp(key) ? found->second : sum + found->second;
    ++count;
  }
  if (count == 0) return nullptr;
  return ReportNumber(CountsUp(key) ? sum : sum / count);
}

}  // namespace

Json ReportNumber(double value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr double kExact = 9e15;
  if (std::trunc(value) == value && std::abs(value) < kExact) return static_cast<int64_t>(value);
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return std::strtod(text.data(), nullptr);
}

std::vector<double> EvaluationsSoFar(const std::vector<Json>& lines) {
  return TotalsOf(lines, "selfplay", "evaluations_per_second");
}

std::vector<double> SamplesSoFar(const std::vector<Json>& lines) {
  return TotalsOf(lines, "train", "samples_per_second");
}

Json ProgressColumns(const std::vector<Json>& lines, size_t most_rows) {
  if (lines.empty()) return nullptr;
  const std::vector<Row> rows = RowsOf(lines);
  const size_t group = (rows.size() + most_rows - 1) / most_rows;
  std::set<std::string> keys;
  for (const Row& row : rows) {
    for (const auto& entry : row) keys.insert(entry.first);
  }
  Json columns = {{"iterations_per_row", group}};
  for (const std::string& key : keys) {
    Json& column = columns[key] = Json::array();
    for (size_t first = 0; first < rows.size(); first += group) {
      column.push_back(ValueOfGroup(rows, first, std::min(first + group, rows.size()), key));
    }
  }
  return columns;
}

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
