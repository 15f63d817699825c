#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/ablate/table.h"
#include "base/counted.h"
#include "base/join.h"
#include "console/machine.h"
#include "console/match_json.h"
#include "selfplay/ratings/elo_text.h"

namespace raichi {
namespace {

using Row = std::vector<std::string>;

std::string Signed(const EloWithError& value) {
  return fmt::format("{:+.0f} ± {:.0f}", WholeElo(value.elo), value.error);
}

/// The difference to the first variant; with `*` if it is decided.
std::string DifferenceOf(const VariantResult& variant) {
  if (!variant.difference) return "";
  return Signed(*variant.difference) + (variant.is_decided ? " *" : "");
}

/// `× 1.35 (1.10 to 1.66)`
std::string FactorOf(const VariantResult& variant) {
  if (!variant.factor) return "";
  const auto& [low, value, high] = *variant.factor;
  return fmt::format("× {:.2f} ({:.2f} to {:.2f})", value, low, high);
}

/// `61.2 % (+1.3 ± 2.0 *)`
std::string ShareOf(const std::optional<ShareResult>& result) {
  if (!result) return "";
  std::string text = fmt::format("{:.1f} %", 100 * result->share);
  if (result->difference) {
    text += fmt::format(" ({:+.1f} ± {:.1f}{})", 100 * *result->difference, 100 * result->error,
                        result->is_decided ? " *" : "");
  }
  return text;
}

Json ShareToJson(const std::optional<ShareResult>& result) {
  if (!result) return {};
  return {{"share", result->share},
          {"difference", result->difference ? Json(*result->difference) : Json()},
          {"error", result->difference ? Json(result->error) : Json()},
          {"decided", result->is_decided}};
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
std::vector<Row> RowsOf(const AblateTable& table) {
  const bool has_truth = std::ranges::any_of(
      table.variants, [](const VariantResult& variant) { return variant.signs.has_value(); });
  std::vector<Row> rows = {
      {"variant", "elo", "against " + table.variants.front().variant, "worth games"}};
  if (has_truth) rows[0].insert(rows[0].end(), {"winner seen", "win kept"});
  rows[0].insert(rows[0].end(),
                 {"attackers", "defenders", "seeds", "games", "positions", "steps", "minutes"});
  for (const VariantResult& variant : table.variants) {
    Row row = {variant.variant};
    if (variant.seeds > 0) {
      row.insert(row.end(), {Signed(variant.rating), DifferenceOf(variant), FactorOf(variant)});
      if (has_truth) row.insert(row.end(), {ShareOf(variant.signs), ShareOf(variant.kept)});
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
  const std::vector<Row> rows = RowsOf(table);
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      size_t width = 0;
      for (const Row& other : rows) width = std::max(width, Width(other[i]));
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
  for (const Row& row : RowsOf(table)) {
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
      "times the games would gain as much. Winner seen, win kept: of proven positions, how often "
      "the "
      "network alone names the winner, and how often a search of 16 visits keeps the win. "
      "Attackers and defenders: scores against the opponents; "
      "games, positions (policy targets), steps and minutes: means of a run. {}. {}.\n",
      Counted(plan.pairs, "pair"), Counted(plan.visits, "visit"), OpponentsLine(table),
      FootnoteOf(table), DescribeMachine());
  return text;
}

std::vector<Json> AblateTableToJson(const AblateTable& table) {
  std::vector<Json> lines;
  for (const VariantResult& variant : table.variants) {
    const bool is_known = variant.seeds > 0;
    lines.push_back(
        {{"variant", variant.variant},
         {"seeds", variant.seeds},
         {"elo", is_known ? Json(variant.rating.elo) : Json()},
         {"error", is_known ? Json(variant.rating.error) : Json()},
         {"difference", variant.difference ? ToJson(*variant.difference) : Json()},
         {"p", variant.p ? Json(*variant.p) : Json()},
         {"decided", variant.is_decided},
         {"factor", variant.factor ? Json(*variant.factor) : Json()},
         {"truth", {{"signs", ShareToJson(variant.signs)}, {"kept", ShareToJson(variant.kept)}}},
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
