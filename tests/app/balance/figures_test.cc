#include "app/balance/figures/figures.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/balance/figures/effects.h"
#include "stats/ratings/match_result.h"
#include "tests/app/balance/tiny_study.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;
using testing::StartsWith;

class StudyFigures : public TinyStudy {};

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
  const std::set<std::string> of_study = {"name",  "plan",    "games",    "seeds",   "map",
                                          "rules", "effects", "families", "warnings"};
  for (const auto& [key, value] : json_.items()) EXPECT_TRUE(of_study.contains(key)) << key;
  EXPECT_EQ(json_.at("name"), "tiny");
  EXPECT_EQ(json_.at("seeds"), 0);
  EXPECT_EQ(json_.at("plan"), ToYaml(study_->plan()));
  const std::set<std::string> of_rules = {
      "name",     "title",        "label",        "group",      "size",        "human",
      "verdict",  "verdict_text", "sentence",     "headline",   "levels",      "slope",
      "handicap", "bid",          "proven",       "character",  "first_moves", "setup",
      "words",    "board",        "sample_games", "fingerprint"};
  for (const Json& rules : json_.at("rules")) {
    for (const auto& [key, value] : rules.items()) EXPECT_TRUE(of_rules.contains(key)) << key;
    for (const char* key : {"title", "label", "verdict", "sentence", "setup", "fingerprint"}) {
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
  // Minitafl comes with a proof, changes of it do not.
  const Json& proven = Minitafl().at("proven");
  EXPECT_EQ(proven.at("side"), "defenders");
  EXPECT_EQ(proven.at("text"),
            "defenders, " + std::to_string(proven.at("plies").get<int>()) + " plies");
  EXPECT_EQ(std::ranges::count_if(json_.at("rules"),
                                  [](const Json& rules) { return rules.contains("proven"); }),
            1);
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
    EXPECT_GE(first.at("games"), 1);  // each is forced in two games, which may be equal
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

TEST_F(StudyFigures, EffectsAreAlsoCountedBySeed) {
  std::map<size_t, RulesFigures> figures;
  for (size_t i = 0; i < study_->design().rules.size(); ++i) {
    const PlayedGames played(*study_, i);
    if (auto measured = Measure(*study_, i, played)) figures.emplace(i, std::move(*measured));
  }
  for (const StudyEffect& effect : EffectsOf(*study_, figures)) {
    EXPECT_THAT(effect.points_by_seed, IsEmpty()) << effect.label;  // the plan has no models
  }
  const size_t from = IndexOf("minitafl"), to = IndexOf("minitafl+king.armed=none");
  figures.at(from).main.score.by_seed = {0.5, 0.75, 0.25};
  figures.at(to).main.score.by_seed = {0.75, 0.5, 0.25};
  for (auto& [index, measured] : figures) {
    if (index != from && index != to) measured.main.score.by_seed.assign(3, 0);
  }
  const std::vector<StudyEffect> effects = EffectsOf(*study_, figures);
  EXPECT_EQ(effects[0].label, "unarmed");
  EXPECT_THAT(effects[0].points_by_seed, ElementsAre(0.25, -0.25, 0));
  EXPECT_EQ(effects.back().kind, "interaction");
  EXPECT_THAT(effects.back().points_by_seed, IsEmpty());
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

}  // namespace
}  // namespace raichi
