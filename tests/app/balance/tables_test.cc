#include "app/balance/tables.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/app/balance/tiny_study.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

class StudyTables : public TinyStudy {};

/// Splits a table in CSV (RFC 4180) into its cells.
std::vector<std::vector<std::string>> CellsOf(const std::string& csv) {
  std::vector<std::vector<std::string>> rows = {{""}};
  bool quoted = false;
  for (size_t i = 0; i < csv.size(); ++i) {
    if (csv[i] == '"' && quoted && i + 1 < csv.size() && csv[i + 1] == '"') {
      rows.back().back() += csv[i++];
    } else if (csv[i] == '"') {
      quoted = !quoted;
    } else if (csv[i] == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (csv[i] == '\r' && !quoted) {
      EXPECT_EQ(csv[++i], '\n');
      rows.push_back({""});
    } else {
      rows.back().back() += csv[i];
    }
  }
  EXPECT_FALSE(quoted);
  rows.pop_back();  // after the last line's end
  return rows;
}

TEST_F(StudyTables, TablesAreCsv) {
  const TemporaryFolder folder;
  WriteStudyFiles(json_, folder.path());
  EXPECT_THAT(FilesIn(folder.path()),
              ElementsAre("balance.csv", "balance.json", "effects.csv", "report.html"));
  EXPECT_EQ(Json::parse(BytesOf(folder / "balance.json")), json_);
  const auto rows = CellsOf(BytesOf(folder / "balance.csv"));
  size_t levels = 0;
  for (const Json& rules : json_.at("rules")) levels += rules.at("levels").size();
  ASSERT_THAT(rows, SizeIs(levels + 1));
  EXPECT_THAT(rows[0], ElementsAre("name", "group", "label", "size", "family", "level", "openings",
                                   "games", "wins", "draws", "losses", "score", "low", "high",
                                   "draw_share", "seed_spread", "proven"));
  EXPECT_THAT(rows[1].back(), StartsWith("defenders, "));
  EXPECT_EQ(rows.back().back(), "");
  bool has_label = false;
  for (const auto& row : rows) {
    EXPECT_THAT(row, SizeIs(rows[0].size()));
    has_label = has_label || row[2] == "fast, \"king\"";
  }
  EXPECT_TRUE(has_label);
  const auto effects = CellsOf(BytesOf(folder / "effects.csv"));
  ASSERT_THAT(effects, SizeIs(json_.at("effects").size() + 1));
  EXPECT_EQ(effects[2][1], "fast, \"king\"");
  for (const auto& row : effects) EXPECT_THAT(row, SizeIs(13));
  EXPECT_EQ(effects.back()[8], "");                // an interaction has no points
  EXPECT_THAT(effects[1], Contains("").Times(2));  // one seed has no range
}

TEST_F(StudyTables, EffectsHaveTheRangeOfTheSeeds) {
  Json study = json_;
  study["effects"][0]["by_seed"] = {0.25, nullptr, -0.5, 0.125};
  const TemporaryFolder folder;
  WriteStudyFiles(study, folder.path());
  const auto effects = CellsOf(BytesOf(folder / "effects.csv"));
  EXPECT_EQ(effects[0][11], "seed_low");
  EXPECT_EQ(effects[1][11], "-0.5");
  EXPECT_EQ(effects[0][12], "seed_high");
  EXPECT_EQ(effects[1][12], "0.25");
}

TEST_F(StudyTables, ALineForEachRuleSetAndEffect) {
  const std::vector<std::string> lines = FormatStudy(json_);
  size_t of_factorial = 0;
  for (const Json& rules : json_.at("rules")) of_factorial += rules.at("group") == "factorial";
  EXPECT_EQ(of_factorial, 2u);  // the other cells are variants
  EXPECT_THAT(lines,
              SizeIs(json_.at("rules").size() - of_factorial + 1 + json_.at("effects").size()));
  EXPECT_THAT(lines[0], AllOf(StartsWith("minitafl "), HasSubstr(" games  "),
                              HasSubstr("  proven: defenders, ")));
  EXPECT_THAT(lines[1], Not(HasSubstr("proven")));
}

TEST(EffectLine, HasNoMinusZero) {
  const Json effect = {{"kind", "change"}, {"label", "unarmed"}, {"elo", -0.4}, {"low", -0.3},
                       {"high", 0.2},      {"points", -0.0003},  {"holm", 0.9}};
  const auto lines = FormatStudy({{"rules", Json::array()}, {"effects", Json::array({effect})}});
  EXPECT_THAT(lines.back(), EndsWith("  +0 elo (+0 to +0)  +0.0 points  p 0.900"));
}

}  // namespace
}  // namespace raichi
