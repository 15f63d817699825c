#include "app/balance/tables.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/balance/write_page.h"
#include "base/files/files.h"
#include "base/json.h"
#include "base/text.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

/// A cell of a table in CSV (RFC 4180). Null is an empty cell.
std::string Cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  if (!value.is_string()) return JsonText(value);
  std::string quoted = "\"";
  for (const char c : value.get<std::string>()) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

using Row = std::vector<Json>;

std::string Csv(const std::vector<std::string>& names, const std::vector<Row>& rows) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  text += "\r\n";
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : ",") + Cell(row[i]);
    text += line + "\r\n";
  }
  return text;
}

/// Appends the values of the keys in this order; null for those that are missing.
void Append(const Json& object, const std::vector<std::string>& keys, Row* row) {
  for (const std::string& key : keys) row->push_back(object.value(key, Json()));
}

/// Returns what is proven of a rule set, such as `attackers, 25 plies`; empty if nothing is.
std::string ProvenText(const Json& rules) {
  return rules.value("proven", Json::object()).value("text", "");
}

std::string BalanceCsv(const Json& study) {
  const std::vector<std::string> of_rules = {"name", "group", "label", "size"};
  const std::vector<std::string> of_level = {"family", "level", "openings",   "games",
                                             "wins",   "draws", "losses",     "score",
                                             "low",    "high",  "draw_share", "seed_spread"};
  std::vector<Row> rows;
  for (const Json& rules : study.at("rules")) {
    for (const Json& level : rules.at("levels")) {
      Row row;
      Append(rules, of_rules, &row);
      Append(level, of_level, &row);
      row.push_back(ProvenText(rules));
      rows.push_back(std::move(row));
    }
  }
  std::vector<std::string> names = of_rules;
  names.insert(names.end(), of_level.begin(), of_level.end());
  names.emplace_back("proven");
  return Csv(names, rows);
}

/// Returns the least and the greatest of an effect's points by seed; null if there are none.
std::array<Json, 2> RangeOfSeeds(const Json& effect) {
  Json low, high;
  for (const Json& points : effect.value("by_seed", Json::array())) {
    if (points.is_null()) continue;  // a seed without games on one of the sides
    if (low.is_null() || points < low) low = points;
    if (high.is_null() || points > high) high = points;
  }
  return {low, high};
}

std::string EffectsCsv(const Json& study) {
  std::vector<std::string> names = {"kind", "label", "from",   "to", "logit", "elo",
                                    "low",  "high",  "points", "p",  "holm"};
  std::vector<Row> rows;
  for (const Json& effect : study.at("effects")) {
    Row& row = rows.emplace_back();
    Append(effect, names, &row);
    for (Json& end : RangeOfSeeds(effect)) row.push_back(std::move(end));
  }
  names.insert(names.end(), {"seed_low", "seed_high"});
  return Csv(names, rows);
}

/// A row for each level that was played, then one for each point of the curve.
std::string LadderCsv(const Json& study) {
  std::vector<Row> rows;
  for (const Json& rules : study.at("rules")) {
    if (!rules.contains("ladder")) continue;
    const Json &ladder = rules["ladder"], &main = rules.at("headline");
    const auto add = [&](const char* kind, const Json& of) {
      Row row = {rules.at("name"), kind, main.at("family"), main.at("openings")};
      Append(of, {"level", "games", "score", "low", "high"}, &row);
      rows.push_back(std::move(row));
    };
    for (const Json& level : rules.at("levels")) {
      const bool is_of_ladder =
          level.at("family") == main.at("family") && level.at("openings") == main.at("openings");
      if (is_of_ladder) add("level", level);
    }
    for (const Json& point : ladder.at("curve")) add("curve", point);
  }
  return Csv({"name", "kind", "family", "openings", "level", "games", "score", "low", "high"},
             rows);
}

/// Returns the words of a rule set's handicap or bid.
std::string FairText(const Json& rules, const char* key) {
  return rules.value(key, Json::object()).value("text", "");
}

/// `sandwich 41 % (34 to 48) to 63 % (56 to 70)`.
std::string SandwichText(const Json& rules) {
  if (!rules.contains("sandwich")) return "";
  const auto end = [&](const char* which) {
    const Json& score = rules["sandwich"][which];
    const auto percent = [&](const char* key) { return WholePercent(score.at(key).get<double>()); };
    return fmt::format("{} % ({} to {})", percent("score"), percent("low"), percent("high"));
  };
  return "  sandwich: " + end("low") + " to " + end("high");
}

std::string FormatRules(const Json& rules) {
  const Json& main = rules.at("headline");
  const auto percent = [&](const char* key) { return WholePercent(main.at(key).get<double>()); };
  std::string line = fmt::format(
      "{:<24} {:5.1f} % ({} to {})  draws {:2} %  {}  {}", rules.at("name").get<std::string>(),
      100 * main.at("score").get<double>(), percent("low"), percent("high"), percent("draw_share"),
      Counted(main.at("games").get<uint64_t>(), "game"),
      rules.at("verdict_text").get<std::string>());
  const std::string handicap = FairText(rules, "handicap"), bid = FairText(rules, "bid");
  if (!handicap.empty() || !bid.empty()) {
    line += "  fair: " + handicap + (handicap.empty() || bid.empty() ? "" : ", or ") + bid;
  }
  const std::string proven = ProvenText(rules);
  return line + SandwichText(rules) + (proven.empty() ? "" : "  proven: " + proven);
}

std::string FormatEffect(const Json& effect) {
  const auto number = [&](const char* key) { return effect.at(key).get<double>(); };
  const auto elo = [&](const char* key) { return WholeElo(number(key)); };
  std::string line = fmt::format(
      "{:<12} {:<28} {:+5.0f} elo ({:+.0f} to {:+.0f})", effect.at("kind").get<std::string>(),
      effect.at("label").get<std::string>(), elo("elo"), elo("low"), elo("high"));
  if (effect.contains("points")) {
    const double points = std::round(1000 * number("points")) / 10 + 0.0;  // never -0.0
    line += fmt::format("  {:+.1f} points", points);
  }
  constexpr double kLeastShown = 0.001;
  const double p = number("holm");
  return line + (p < kLeastShown ? "  p < 0.001" : fmt::format("  p {:.3f}", p));
}

}  // namespace

void WriteStudyFiles(const Json& study, const std::filesystem::path& folder) {
  AtomicWrite(folder / "balance.csv", BalanceCsv(study));
  AtomicWrite(folder / "effects.csv", EffectsCsv(study));
  const bool has_ladder = std::ranges::any_of(
      study.at("rules"), [](const Json& rules) { return rules.contains("ladder"); });
  if (has_ladder) AtomicWrite(folder / "ladder.csv", LadderCsv(study));
  WriteBalancePage(study, folder / "report.html");
  AtomicWrite(folder / "balance.json", JsonText(study, 1) + "\n");
}

std::vector<std::string> FormatStudy(const Json& study) {
  std::vector<std::string> lines;
  for (const Json& rules : study.at("rules")) {
    if (rules.at("group") != "factorial") lines.push_back(FormatRules(rules));
  }
  for (const Json& rules : study.at("rules")) {
    if (!rules.contains("ladder")) continue;
    lines.push_back(fmt::format("ladder  {:<24} {}", rules.at("name").get<std::string>(),
                                rules["ladder"].at("text").get<std::string>()));
  }
  const Json& effects = study.at("effects");
  if (!effects.empty()) lines.emplace_back("effects on the attackers (p adjusted by Holm):");
  for (const Json& effect : effects) lines.push_back(FormatEffect(effect));
  return lines;
}

}  // namespace raichi
