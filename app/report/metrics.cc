#include "app/report/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

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

}  // namespace raichi
