#include "base/text.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/ablate/table.h"
#include "console/match_json.h"
#include "console/version.h"
#include "run/truth/model_truth.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

using TableRow = std::vector<std::string>;

std::string Signed(const EloWithError& value) {
  return fmt::format("{:+.0f} ± {:.0f}", WholeElo(value.elo), value.error);
}

/// The difference to the first variant; with `*` if it is decided.
std::string DifferenceOf(const VariantResult& variant) {
  if (!variant.difference) return "";
  return Signed(*variant.difference) + (variant.is_decided ? " *" : "");
}

/// `× 1.35 (1.10 to 1.66)`
std::string FactorText(const std::optional<std::array<double, 3>>& factor) {
  if (!factor) return "";
  const auto& [low, value, high] = *factor;
  return fmt::format("× {:.2f} ({:.2f} to {:.2f})", value, low, high);
}

/// How a score is shown.
struct ScoreColumn {
  const char* name;
  const char* heading;
  double unit;  // the number that is shown as 1
  int digits;
  const char* sign;
};
constexpr ScoreColumn kScoreColumns[] = {{"signs", "winner seen", 0.01, 1, " %"},
                                         {"kept", "win kept", 0.01, 1, " %"},
                                         {"policy", "policy loss", 1, 3, ""},
                                         {"value", "value error", 1, 3, ""}};

/// The score that tells runs apart best.
bool IsPolicy(const ScoreColumn& column) { return std::string_view(column.name) == "policy"; }

/// `61.2 % (+1.3 ± 2.0 *)`
std::string ScoreText(const ScoreResult& result, const ScoreColumn& column) {
  std::string text =
      fmt::format("{:.{}f}{}", result.mean / column.unit, column.digits, column.sign);
  if (result.difference) {
    text += fmt::format(" ({:+.{}f} ± {:.{}f}{})", *result.difference / column.unit, column.digits,
                        result.error / column.unit, column.digits, result.is_decided ? " *" : "");
  }
  return text;
}

Json ScoresToJson(const std::map<std::string, ScoreResult>& scores) {
  Json json = Json::object();
  for (const auto& [name, result] : scores) {
    json[name] = {{"mean", result.mean},
                  {"difference", result.difference ? Json(*result.difference) : Json()},
                  {"error", result.difference ? Json(result.error) : Json()},
                  {"decided", result.is_decided},
                  {"factor", result.factor ? Json(*result.factor) : Json()}};
  }
  return json;
}

bool HasScore(const AblateTable& table, const char* name) {
  return std::ranges::any_of(
      table.variants, [&](const VariantResult& variant) { return variant.scores.contains(name); });
}

/// What the scores are that the table shows.
std::string ScoresNote(const AblateTable& table) {
  std::string text;
  if (HasScore(table, "signs")) {
    text += fmt::format(
        "Winner seen, win kept: of proven positions, how often the network alone names the winner, "
        "and how often a search of {} visits keeps the win. ",
        kShortVisits);
  }
  if (HasScore(table, "policy")) {
    text +=
        "Policy loss, value error: of the network alone in games of strong play; "
        "worth games by it: by the policy loss. ";
  }
  return text;
}

/// What the comparison rests on, in words.
std::string FootnoteOf(const AblateTable& table) {
  std::string text = fmt::format("{} of every variant", Counted(table.seeds, "seed"));
  if (table.spread)
    text += fmt::format("; equal runs differ by {:.0f} Elo (standard deviation)", *table.spread);
  if (table.gain) {
    text += fmt::format("; e times the games gain {} Elo", Signed(*table.gain));
  }
  return text + fmt::format("; ± of differences leaves out {:.2g} %; * decided", 100 * table.level);
}

/// The header row, then one row for each variant.
std::vector<TableRow> RowsOf(const AblateTable& table) {
  std::vector<TableRow> rows = {
      {"variant", "elo", "against " + table.variants.front().variant, "worth games"}};
  std::vector<ScoreColumn> columns;
  for (const ScoreColumn& column : kScoreColumns) {
    if (!HasScore(table, column.name)) continue;
    columns.push_back(column);
    rows[0].push_back(column.heading);
    if (IsPolicy(column)) rows[0].push_back("worth games by it");
  }
  rows[0].insert(rows[0].end(),
                 {"attackers", "defenders", "seeds", "games", "positions", "steps", "minutes"});
  for (const VariantResult& variant : table.variants) {
    TableRow row = {variant.variant};
    if (variant.seeds > 0) {
      row.insert(row.end(),
                 {Signed(variant.rating), DifferenceOf(variant), FactorText(variant.factor)});
      for (const ScoreColumn& column : columns) {
        const ScoreResult& score = variant.scores.at(column.name);
        row.push_back(ScoreText(score, column));
        if (IsPolicy(column)) row.push_back(FactorText(score.factor));
      }
      row.insert(row.end(), {Percent(variant.attackers), Percent(variant.defenders),
                             std::to_string(variant.seeds), FormatCount(variant.made.games),
                             FormatCount(variant.made.positions), FormatCount(variant.made.steps),
                             fmt::format("{:.1f}", variant.made.minutes)});
    }
    row.resize(rows.front().size());
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The number of characters of a UTF-8 text.
size_t Width(const std::string& text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string OpponentsLine(const AblateTable& table) {
  return Join(table.opponents, ", ", [](const Rating& opponent) {
    return opponent.player + " " + Signed(opponent.rating);
  });
}

}  // namespace

std::vector<std::string> FormatAblateTable(const AblateTable& table) {
  const std::vector<TableRow> rows = RowsOf(table);
  std::vector<std::string> lines;
  for (const TableRow& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      size_t width = 0;
      for (const TableRow& other : rows) width = std::max(width, Width(other[i]));
      const std::string gap(width - Width(row[i]), ' ');
      line += i == 0 ? row[i] + gap : "  " + gap + row[i];
    }
    lines.push_back(line);
  }
  lines.push_back("opponents: " + OpponentsLine(table));
  lines.push_back(FootnoteOf(table));
  return lines;
}

std::string AblateTableToMarkdown(const AblateTable& table, const Ablation& ablation) {
  const AblatePlan& plan = ablation.plan;
  std::string text = "```\n" + plan.command + "\n```\n\n";
  std::string line;
  for (const TableRow& row : RowsOf(table)) {
    for (const std::string& cell : row) text += "| " + cell + " ";
    text += "|\n";
    if (line.empty()) {
      for (size_t i = 0; i < row.size(); ++i) line += i == 0 ? "|---" : "|---:";
      text += line + "|\n";
    }
  }
  text += fmt::format(
      "\n{} of games a pairing, {} a move; opponents: {}. Elo with half a 95 % interval: the mean "
      "of the models after three quarters, seven eighths and all of a run. Worth games: how many "
      "times the games would gain as much. {}Attackers and defenders: scores against the "
      "opponents; "
      "games, positions (policy targets), steps and minutes: means of a run. {}. {}.\n",
      Counted(plan.pairs, "pair"), Counted(plan.visits, "visit"), OpponentsLine(table),
      ScoresNote(table), FootnoteOf(table), DescribeMachine());
  return text;
}

std::vector<Json> AblateTableToJson(const AblateTable& table) {
  std::vector<Json> lines;
  for (const VariantResult& variant : table.variants) {
    const bool is_known = variant.seeds > 0;
    lines.push_back({{"variant", variant.variant},
                     {"seeds", variant.seeds},
                     {"elo", is_known ? Json(variant.rating.elo) : Json()},
                     {"error", is_known ? Json(variant.rating.error) : Json()},
                     {"difference", variant.difference ? ToJson(*variant.difference) : Json()},
                     {"p", variant.p ? Json(*variant.p) : Json()},
                     {"decided", variant.is_decided},
                     {"factor", variant.factor ? Json(*variant.factor) : Json()},
                     {"scores", ScoresToJson(variant.scores)},
                     {"attackers", ToJson(variant.attackers)},
                     {"defenders", ToJson(variant.defenders)},
                     {"games", variant.made.games},
                     {"positions", variant.made.positions},
                     {"steps", variant.made.steps},
                     {"minutes", variant.made.minutes}});
  }
  lines.push_back({{"seeds", table.seeds},
                   {"level", table.level},
                   {"spread", table.spread ? Json(*table.spread) : Json()},
                   {"gain", table.gain ? ToJson(*table.gain) : Json()}});
  for (const Rating& opponent : table.opponents) {
    lines.push_back({{"player", opponent.player},
                     {"elo", opponent.rating.elo},
                     {"error", opponent.rating.error}});
  }
  return lines;
}

}  // namespace raichi
