#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/balance/study/play_study.h"
#include "app/balance/study_json.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "selfplay/records/shard.h"
#include "stats/balance/cross_play.h"

namespace raichi {

inline constexpr char kTinyPlan[] = R"(name: tiny
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

/// A study of a tiny game, which is played once for all tests that derive from this class.
class TinyStudy : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (study_ != nullptr) return;
    folder_ = std::make_unique<TemporaryFolder>();
    study_ = std::make_unique<Study>(ParsePlan(kTinyPlan, "plan"), *folder_ / "tiny");
    const Interrupt interrupt;
    ASSERT_TRUE(PlayStudy(*study_, 2, {}, interrupt));
    json_ = StudyToJson(*study_);
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
  /// The logit of the attackers' score with half a game added each way. If all games end alike, an
  /// opening counts as one game.
  static double LogitOf(size_t rules) {
    const std::vector<GameRecord> records = MainRecords(rules);
    double points = 0, games = 0;
    for (const GameRecord& record : records) {
      points += AttackersPoints(record.result);
      ++games;
    }
    const bool are_alike = std::ranges::all_of(
        records, [&](const GameRecord& record) { return record.result == records.front().result; });
    const Json& headline = RulesNamed(study_->design().rules[rules].word).at("headline");
    const double added =
        are_alike ? games / headline.at("distinct_openings").get<double>() / 2 : 0.5;
    return std::log((points + added) / (games - points + added));
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

}  // namespace raichi
