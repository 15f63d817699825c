#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "app/balance/figures/figures.h"
#include "app/balance/study/play_study.h"
#include "app/balance/study_json.h"
#include "app/balance/tables.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "selfplay/ratings/elo.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/temporary.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::SizeIs;
using testing::StartsWith;

/// A record with the first legal moves and these values, each for the side to move.
GameRecord RecordWith(const RulesPtr& rules, Result result, const std::vector<float>& values) {
  GameRecord record;
  record.result = result;
  record.reason = Reason::kKingCaptured;
  Game game(rules);
  for (const float value : values) {
    MoveList legal;
    game.LegalMoves(&legal);
    record.turns.push_back({.move = legal[0], .visits = {}, .root_value = value, .surprise = {}});
    game.Play(legal[0]);
  }
  return record;
}

TEST(GameFacts, DramaIsHowFarTheWinnerWasBehind) {
  const RulesPtr rules = OpenRules("linnaeus");
  // For the attackers: 0.5, 0.5, -0.75, -1.
  const std::vector<float> values = {0.5f, -0.5f, -0.75f, 1.0f};
  const GameFacts lost = FactsOf(RecordWith(rules, Result::kDefendersWin, values), rules);
  EXPECT_FLOAT_EQ(static_cast<float>(lost.drama), (0.5f + 0.5f) / 4);
  const GameFacts won = FactsOf(RecordWith(rules, Result::kAttackersWin, values), rules);
  EXPECT_FLOAT_EQ(static_cast<float>(won.drama), (0.75f + 1.0f) / 4);
  const GameFacts drawn = FactsOf(RecordWith(rules, Result::kDraw, values), rules);
  EXPECT_EQ(drawn.drama, 0);
  EXPECT_EQ(drawn.plies, 4);
  EXPECT_EQ(won.result, Result::kAttackersWin);
  EXPECT_EQ(won.reason, Reason::kKingCaptured);
}

TEST(GameFacts, ValuesAreThoseOfTheSideToMove) {
  const RulesPtr rules = OpenRules("linnaeus+first=defenders");
  const GameFacts facts = FactsOf(RecordWith(rules, Result::kAttackersWin, {0.5f, 0.5f}), rules);
  EXPECT_FLOAT_EQ(static_cast<float>(facts.drama), 0.25f);  // the attackers: -0.5, then 0.5
  EXPECT_EQ(facts.lead_changes, 1);
}

TEST(GameFacts, SmallValuesChangeNoLead) {
  const RulesPtr rules = OpenRules("linnaeus");
  const auto changes = [&](const std::vector<float>& of_attackers) {
    std::vector<float> values = of_attackers;
    for (size_t i = 1; i < values.size(); i += 2) values[i] = -values[i];
    return FactsOf(RecordWith(rules, Result::kDraw, values), rules).lead_changes;
  };
  EXPECT_EQ(changes({0.5f, 0.5f, -0.5f, -0.5f, 0.5f}), 2);
  EXPECT_EQ(changes({0.5f, -0.05f, 0, 0.5f, 0.05f}), 0);
  EXPECT_EQ(changes({0.5f, -0.05f, -0.2f, 0, 0.2f}), 2);
  EXPECT_EQ(changes({0, 0, 0.5f}), 0);  // the first lead is no change
  EXPECT_EQ(changes({}), 0);
}

TEST(GameFacts, TheFirstMoveStandsForItsClass) {
  const RulesPtr rules = OpenRules("linnaeus");
  GameRecord one = RecordWith(rules, Result::kDraw, {0}), other = one;
  one.turns[0].move = ParseLegalMove(Game(rules), "d1-c1");
  other.turns[0].move = ParseLegalMove(Game(rules), "i6-i7");
  EXPECT_EQ(FactsOf(one, rules).first_move, FactsOf(other, rules).first_move);
  other.turns[0].move = ParseLegalMove(Game(rules), "i6-i8");
  EXPECT_NE(FactsOf(one, rules).first_move, FactsOf(other, rules).first_move);
}

constexpr char kPlan[] = R"(name: tiny
seed: 3
rules: [minitafl, "minitafl+first=defenders", "minitafl+king.armed=none"]
changes: {base: minitafl, one_at_a_time: {unarmed: king.armed=none, "fast, \"king\"": king.armed=hammer}}
path: [minitafl, minitafl+first=defenders]
factorial:
  base: minitafl
  factors: {first: [first=attackers, first=defenders], repeat: ["", repetition.result=mover_loses]}
players: {alphabeta: [1, 2], playouts: [4, 8]}
openings: {setup: 40, random4: 12, first_moves: 2}
stop: {half_width: 0.01, equivalence: 0.05, games: 80}
handicap: 12
bids: {turns: [3, 12], games: 12}
)";

/// A study of a tiny game, played once for all tests.
class StudyFigures : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    study_ = std::make_unique<Study>(ParsePlan(kPlan, "plan"), *folder_ / "tiny");
    const Interrupt interrupt;
    ASSERT_TRUE(PlayStudy(*study_, 2, {}, interrupt));
    json_ = StudyToJson(*study_);
  }
  static void TearDownTestSuite() {
    study_.reset();
    folder_.reset();
  }

  static const Json& RulesNamed(const std::string& name) {
    for (const Json& rules : json_.at("rules")) {
      if (rules.at("name") == name) return rules;
    }
    throw Error("no rules '" + name + "'");
  }
  static const Json& Minitafl() { return RulesNamed("minitafl"); }

  /// The records under a rule set in the files whose names begin so.
  static std::vector<GameRecord> Records(size_t rules, const std::string& prefix) {
    std::vector<GameRecord> records;
    for (const StudyUnit& unit : study_->DoneUnits(rules, MostRounds(study_->plan()))) {
      const auto file = study_->FileOf(unit);
      if (!file.filename().string().starts_with(prefix)) continue;
      for (GameRecord& record : ReadShard(file)) records.push_back(std::move(record));
    }
    return records;
  }
  static std::vector<GameRecord> MainRecords(size_t rules) {
    return Records(rules, "alphabeta-level-setup-2.0-2.0-");
  }
  /// The logit of the attackers' score with half a game added each way.
  static double LogitOf(size_t rules) {
    double points = 0.5, games = 1;
    for (const GameRecord& record : MainRecords(rules)) {
      points += AttackersPoints(record.result);
      ++games;
    }
    return std::log(points / (games - points));
  }
  static double ScoreOf(size_t rules) {
    double points = 0;
    const std::vector<GameRecord> records = MainRecords(rules);
    for (const GameRecord& record : records) points += AttackersPoints(record.result);
    return points / static_cast<double>(records.size());
  }
  static size_t IndexOf(const std::string& word) {
    const std::vector<StudiedRules>& rules = study_->design().rules;
    for (size_t i = 0; i < rules.size(); ++i) {
      if (rules[i].word == word) return i;
    }
    throw Error("no rules '" + word + "'");
  }

  static inline std::unique_ptr<TemporaryFolder> folder_;
  static inline std::unique_ptr<Study> study_;
  static inline Json json_;
};

TEST_F(StudyFigures, TheGamesAreValid) {
  for (size_t i = 0; i < study_->design().rules.size(); ++i) {
    for (const StudyUnit& unit : study_->DoneUnits(i, MostRounds(study_->plan()))) {
      const std::vector<GameRecord> records = ReadShard(study_->FileOf(unit));
      EXPECT_EQ(records.size(), 2 * unit.pairs);
      for (const GameRecord& record : records) {
        EXPECT_NO_THROW(CheckRecord(record, unit.pairing.played));
        const bool swapped = record.game_id % 2 == 1;
        EXPECT_EQ(record.attackers, (swapped ? unit.pairing.b : unit.pairing.a).word);
      }
    }
    EXPECT_THAT(MainRecords(i), SizeIs(AllOf(Ge(40u), Le(80u))));
  }
}

TEST_F(StudyFigures, TheHeadlineCountsTheMainGames) {
  std::array<uint64_t, 3> count{};
  double plies = 0;
  std::map<std::string, double> reasons;
  const std::vector<GameRecord> records = MainRecords(0);
  for (const GameRecord& record : records) {
    ++count[record.result == Result::kAttackersWin ? 0 : record.result == Result::kDraw ? 1 : 2];
    plies += static_cast<double>(record.turns.size());
    ++reasons[std::string(ToString(record.reason))];
  }
  const Json& headline = Minitafl().at("headline");
  EXPECT_EQ(headline.at("family"), "alphabeta");
  EXPECT_EQ(headline.at("level"), 2);
  EXPECT_EQ(headline.at("openings"), "setup");
  EXPECT_EQ(headline.at("games"), records.size());
  EXPECT_EQ(headline.at("wins"), count[0]);
  EXPECT_EQ(headline.at("draws"), count[1]);
  EXPECT_EQ(headline.at("losses"), count[2]);
  EXPECT_NEAR(headline.at("score"), ScoreOf(0), 1e-12);
  EXPECT_LE(headline.at("low"), headline.at("score"));
  EXPECT_GE(headline.at("high"), headline.at("score"));
  const auto games = static_cast<double>(records.size());
  EXPECT_NEAR(headline.at("draw_share"), static_cast<double>(count[1]) / games, 1e-12);
  const Json& character = Minitafl().at("character");
  EXPECT_NEAR(character.at("plies"), plies / games, 1e-9);
  EXPECT_NEAR(character.at("decisive"), 1 - static_cast<double>(count[1]) / games, 1e-12);
  ASSERT_EQ(character.at("reasons").size(), reasons.size());
  for (const auto& [reason, number] : reasons) {
    EXPECT_NEAR(character.at("reasons").at(reason), number / games, 1e-12) << reason;
  }
}

TEST_F(StudyFigures, VariantsHaveEveryLevelAndOthersTheTopAlone) {
  std::set<std::string> levels;
  for (const Json& level : Minitafl().at("levels")) {
    levels.insert(level.at("family").get<std::string>() + " " + level.at("level").dump() + " " +
                  level.at("openings").get<std::string>());
    EXPECT_EQ(level.at("games"), level.at("wins").get<int>() + level.at("draws").get<int>() +
                                     level.at("losses").get<int>());
  }
  EXPECT_THAT(levels,
              ElementsAre("alphabeta 1 setup", "alphabeta 2 first-moves", "alphabeta 2 random4",
                          "alphabeta 2 setup", "playouts 4 setup", "playouts 8 setup"));
  const Json& changed = RulesNamed("minitafl+king.armed=hammer");
  EXPECT_THAT(changed.at("levels"), SizeIs(1));
  EXPECT_EQ(changed.at("group"), "change");
  EXPECT_EQ(changed.at("label"), "fast, \"king\"");
  EXPECT_FALSE(changed.contains("slope"));
  EXPECT_FALSE(changed.contains("sample_games"));
}

TEST_F(StudyFigures, HaveTheKeysOfTheFormat) {
  const std::set<std::string> of_study = {"name", "command", "plan",    "games",    "seeds",
                                          "map",  "rules",   "effects", "families", "warnings"};
  for (const auto& [key, value] : json_.items()) EXPECT_TRUE(of_study.contains(key)) << key;
  EXPECT_EQ(json_.at("name"), "tiny");
  EXPECT_EQ(json_.at("seeds"), 0);
  EXPECT_EQ(json_.at("plan"), ToYaml(study_->plan()));
  const std::set<std::string> of_rules = {
      "name",         "title",       "label",    "group",  "size",  "human",       "verdict",
      "verdict_text", "sentence",    "headline", "levels", "slope", "handicap",    "bid",
      "character",    "first_moves", "setup",    "words",  "board", "sample_games"};
  for (const Json& rules : json_.at("rules")) {
    for (const auto& [key, value] : rules.items()) EXPECT_TRUE(of_rules.contains(key)) << key;
    for (const char* key : {"title", "label", "verdict", "sentence", "setup"}) {
      EXPECT_TRUE(rules.at(key).is_string()) << key;
    }
    EXPECT_EQ(rules.at("size"), 5);
    EXPECT_THAT(rules.at("words"), SizeIs(Ge(3u)));
    for (const char* key : {"score", "low", "high", "draw_share"}) {
      EXPECT_THAT(rules.at("headline").at(key).get<double>(), AllOf(Ge(0), Le(1)));
    }
    EXPECT_THAT(rules.at("headline").at("by_seed"), SizeIs(1));
    const Json& character = rules.at("character");
    for (const char* key : {"plies", "plies_deviation", "decisive", "effective_first_moves",
                            "drama", "lead_changes"}) {
      EXPECT_TRUE(character.at(key).is_number()) << key;
    }
    EXPECT_GE(character.at("effective_first_moves"), 1 - 1e-12);
    EXPECT_THAT(character.at("drama").get<double>(), AllOf(Ge(0), Le(1)));
  }
  EXPECT_TRUE(Minitafl().contains("slope"));
  EXPECT_TRUE(Minitafl().at("character").contains("twice"));
  EXPECT_FALSE(Minitafl().at("sample_games").empty());
  for (const Json& game : Minitafl().at("sample_games")) {
    EXPECT_EQ(game.at("positions").size(), game.at("moves").size() + 1);
  }
  uint64_t games = 0;
  for (size_t i = 0; i < study_->design().rules.size(); ++i) games += Records(i, "").size();
  EXPECT_EQ(json_.at("games"), games);
}

TEST_F(StudyFigures, FirstMovesAddUp) {
  const RulesPtr rules = OpenRules("minitafl");
  double shares = 0;
  for (const Json& first : Minitafl().at("first_moves")) {
    shares += first.at("share").get<double>();
    EXPECT_GE(first.at("games"), 2);  // each is forced in two games
    EXPECT_NO_THROW(ParseLegalMove(Game(rules), first.at("move").get<std::string>()));
  }
  EXPECT_NEAR(shares, 1, 1e-9);
  EXPECT_THAT(Minitafl().at("first_moves"), SizeIs(FirstMoves(rules).size()));
}

TEST_F(StudyFigures, ChangesAndPathsCompareTwoRuleSets) {
  int seen = 0;
  for (const Json& effect : json_.at("effects")) {
    if (effect.at("kind") != "change" && effect.at("kind") != "path") continue;
    ++seen;
    const size_t from = IndexOf(effect.at("from")), to = IndexOf(effect.at("to"));
    EXPECT_EQ(effect.at("from"), "minitafl");
    EXPECT_NEAR(effect.at("points"), ScoreOf(to) - ScoreOf(from), 1e-12);
    EXPECT_NEAR(effect.at("logit"), LogitOf(to) - LogitOf(from), 1e-6) << effect.dump();
    EXPECT_NEAR(effect.at("elo"), effect.at("logit").get<double>() * kEloPerUnit, 1e-9);
    EXPECT_LE(effect.at("low"), effect.at("elo"));
    EXPECT_GE(effect.at("high"), effect.at("elo"));
  }
  EXPECT_EQ(seen, 3);
  const Json& first = json_.at("effects")[0];
  EXPECT_EQ(first.at("label"), "unarmed");
  EXPECT_EQ(json_.at("effects")[1].at("label"), "fast, \"king\"");
  EXPECT_EQ(json_.at("effects")[2].at("to"), "minitafl+first=defenders");
}

TEST_F(StudyFigures, FactorsAreMeansOverTheOthers) {
  const StudyDesign& design = study_->design();
  ASSERT_THAT(design.cells, SizeIs(4));
  const auto contrast = [&](const auto& sign) {
    double sum = 0;
    for (const StudyDesign::Cell& cell : design.cells) sum += sign(cell) * LogitOf(cell.rules);
    return sum / 2;
  };
  std::map<std::string, Json> by_label;
  for (const Json& effect : json_.at("effects")) {
    if (effect.at("kind") == "main" || effect.at("kind") == "interaction") {
      by_label[effect.at("label")] = effect;
    }
  }
  ASSERT_EQ(by_label.size(), 3u);
  const Json first = by_label["first"], both = by_label["first × repeat"];
  EXPECT_EQ(first.at("kind"), "main");
  EXPECT_EQ(first.at("from"), "first=attackers");
  EXPECT_EQ(first.at("to"), "first=defenders");
  EXPECT_FALSE(first.contains("points"));
  EXPECT_NEAR(first.at("logit"), contrast([](const auto& cell) { return cell.signs[0]; }), 1e-6);
  EXPECT_EQ(both.at("factors"), Json({"first", "repeat"}));
  EXPECT_NEAR(both.at("logit"),
              contrast([](const auto& cell) { return cell.signs[0] * cell.signs[1]; }), 1e-6);
  for (const Json& effect : json_.at("effects")) {
    EXPECT_GE(effect.at("holm"), effect.at("p"));
    EXPECT_LE(effect.at("holm"), 1);
  }
}

TEST_F(StudyFigures, VerdictsFollowFromTheInterval) {
  for (const Json& rules : json_.at("rules")) {
    const Json& headline = rules.at("headline");
    const double low = headline.at("low"), high = headline.at("high");
    const Json slope = rules.value("slope", Json{{"low", -1}, {"high", 1}});
    const bool is_flat = slope.at("low") <= 0 && slope.at("high") >= 0;
    std::string expected = "undecided";
    if (low > 0.5 || high < 0.5) expected = "leans";
    if (low > 0.75 || high < 0.25) expected = "lopsided";
    if (low >= 0.45 && high <= 0.55 && is_flat) expected = "balanced";
    EXPECT_EQ(rules.at("verdict"), expected) << rules.at("name");
    EXPECT_THAT(rules.at("verdict_text").get<std::string>(), StartsWith(expected));
    EXPECT_THAT(rules.at("sentence").get<std::string>(),
                StartsWith("Between equal players the attackers score"));
  }
}

TEST_F(StudyFigures, FamiliesAreCompared) {
  ASSERT_THAT(json_.at("families"), SizeIs(1));
  const Json& pair = json_.at("families")[0];
  EXPECT_EQ(pair.at("a"), "alphabeta");
  EXPECT_EQ(pair.at("b"), "playouts");
  EXPECT_EQ(pair.at("rules"), 3);
  EXPECT_LE(pair.at("low"), pair.at("high"));
}

TEST_F(StudyFigures, RoundsEndByThePlan) {
  for (size_t i = 0; i < study_->design().rules.size(); ++i) {
    const size_t games = MainRecords(i).size();
    EXPECT_EQ(games, NeedsRound(*study_, i, 1) ? 80u : 40u);
    EXPECT_FALSE(NeedsRound(*study_, i, 2));
  }
  StudyPlan wide = study_->plan();
  wide.stop.half_width = 1;
  const Study other(wide, *folder_ / "wide");
  const Interrupt interrupt;
  ASSERT_TRUE(PlayStudy(other, 1, {}, interrupt));
  EXPECT_FALSE(NeedsRound(other, 0, 1));
  EXPECT_TRUE(other.DoneUnits(0, 2).size() == UnitsOfRound(other.design(), 0, 0, wide).size());
}

TEST_F(StudyFigures, ADamagedFileIsNamed) {
  const Study other(study_->plan(), *folder_ / "damaged");
  std::filesystem::copy(
      study_->folder() / "games", other.folder() / "games",
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(StudyToJson(other).at("rules"), json_.at("rules"));
  const auto file = other.FileOf(other.DoneUnits(0, 1)[0]);
  std::string bytes = BytesOf(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  WriteBytes(file, bytes);
  EXPECT_THAT(ErrorOf([&] { StudyToJson(other); }),
              AllOf(HasSubstr(file.string()), HasSubstr("delete the file, and the study plays")));
}

TEST_F(StudyFigures, WhatKilledProcessesLeftIsRemoved) {
  const StudyUnit unit = study_->DoneUnits(0, 1)[0];
  const size_t files = FilesIn(study_->FileOf(unit).parent_path()).size();
  std::string dead = TemporaryPath(study_->FileOf(unit)).string();  // NAME.HOST.PID.START.tmp
  dead = dead.substr(0, dead.rfind('.', dead.size() - 5)) + ".1.tmp";
  WriteBytes(dead, "half");
  EXPECT_TRUE(study_->IsDone(unit));
  study_->RemoveTemporaries();
  EXPECT_EQ(FilesIn(study_->FileOf(unit).parent_path()).size(), files);
  EXPECT_TRUE(study_->IsDone(unit));
}

TEST_F(StudyFigures, AStudyKeepsItsPlanAndRules) {
  StudyPlan plan = study_->plan();
  EXPECT_EQ(ErrorOf([&] { Study(plan, study_->folder()); }), "");
  plan.seed = 99;
  EXPECT_THAT(ErrorOf([&] { Study(plan, study_->folder()); }),
              HasSubstr("holds a study with another plan; choose another --dir"));
  RuleSet rules = OpenRules("minitafl")->data();
  rules.name = "mine";
  const auto file = (*folder_ / "mine.yaml").string();
  std::ofstream(file) << ToYaml(rules);
  plan = {};
  plan.rules = {file};
  plan.players.playouts = {4};
  EXPECT_EQ(ErrorOf([&] { Study(plan, *folder_ / "mine"); }), "");
  rules.first = Side::kDefenders;
  std::ofstream(file) << ToYaml(rules);
  EXPECT_THAT(ErrorOf([&] { Study(plan, *folder_ / "mine"); }),
              HasSubstr("rules '" + file + "' changed since the study began"));
}

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

TEST_F(StudyFigures, TablesAreCsv) {
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
                                   "draw_share", "seed_spread"));
  bool has_label = false;
  for (const auto& row : rows) {
    EXPECT_THAT(row, SizeIs(rows[0].size()));
    has_label = has_label || row[2] == "fast, \"king\"";
  }
  EXPECT_TRUE(has_label);
  const auto effects = CellsOf(BytesOf(folder / "effects.csv"));
  ASSERT_THAT(effects, SizeIs(json_.at("effects").size() + 1));
  EXPECT_EQ(effects[2][1], "fast, \"king\"");
  for (const auto& row : effects) EXPECT_THAT(row, SizeIs(11));
  EXPECT_EQ(effects.back()[8], "");  // an interaction has no points
}

TEST_F(StudyFigures, ALineForEachRuleSetAndEffect) {
  const std::vector<std::string> lines = FormatStudy(json_);
  size_t of_factorial = 0;
  for (const Json& rules : json_.at("rules")) of_factorial += rules.at("group") == "factorial";
  EXPECT_EQ(of_factorial, 2u);  // the other cells are variants
  EXPECT_THAT(lines,
              SizeIs(json_.at("rules").size() - of_factorial + 1 + json_.at("effects").size()));
  EXPECT_THAT(lines[0], AllOf(StartsWith("minitafl "), HasSubstr(" games  ")));
}

}  // namespace
}  // namespace raichi
