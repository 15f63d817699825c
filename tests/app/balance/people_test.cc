#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "app/balance/figures/rule_map.h"
#include "rules/files/rule_file.h"
#include "tests/selfplay/games.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<PeopleFigure> ShippedPeople() {
  std::ifstream file(SourceDir() + "/configs/studies/people.yaml");
  std::ostringstream text;
  text << file.rdbuf();
  return ParsePeopleFigures(text.str(), "people.yaml");
}

std::vector<PeopleFigure> PeopleFrom(const std::string& text) {
  return ParsePeopleFigures(text, "p.yaml");
}
std::string ErrorInPeople(const std::string& text) {
  return ErrorOf([&] { PeopleFrom(text); });
}

/// The number before `what` in a text; 0 if there is none.
double NumberBefore(const std::string& text, const std::string& what) {
  std::smatch found;
  const std::regex number("(\\d+(\\.\\d+)?)" + what);
  return std::regex_search(text, found, number) ? std::stod(found[1]) : 0;
}

TEST(PeopleFigures, OfShippedRulesAreThere) {
  const std::vector<PeopleFigure> figures = ShippedPeople();
  EXPECT_GE(figures.size(), 10u);
  const std::vector<std::string> names = RuleSetNames();
  std::set<std::string> seen;
  for (const PeopleFigure& figure : figures) {
    EXPECT_THAT(names, testing::Contains(figure.rules));
    EXPECT_TRUE(seen.insert(figure.rules).second) << figure.rules << " is there twice";
    EXPECT_FALSE(figure.source.empty());
    const auto found = FindPeopleFigure(*OpenRules(figure.rules));
    ASSERT_TRUE(found) << figure.rules;
    EXPECT_EQ(found->score, figure.score);
    EXPECT_EQ(found->games, figure.games);
  }
}

// The sources give the king's wins in percent, the ratio of wins, or wins of both sides and draws.
TEST(PeopleFigures, ScoresAreThoseOfTheirSources) {
  const std::regex ratio("(\\d\\.\\d+) wins of the (\\w+) for each of the (\\w+)");
  int from_percent = 0, from_ratio = 0, from_wins = 0;
  for (const PeopleFigure& figure : ShippedPeople()) {
    const std::string& source = figure.source;
    if (std::smatch found; std::regex_search(source, found, ratio)) {
      ++from_ratio;
      const double share = std::stod(found[1]) / (1 + std::stod(found[1]));
      EXPECT_NE(found[2], found[3]);
      EXPECT_NEAR(figure.score, found[2] == "attackers" ? share : 1 - share, 0.0006)
          << figure.rules;
      EXPECT_EQ(figure.games, 0) << figure.rules;
      continue;
    }
    EXPECT_GT(figure.score, 0.2) << figure.rules;
    EXPECT_LT(figure.score, 0.8) << figure.rules;
    if (const double king = NumberBefore(source, " %");
        source.find("king wins") != std::string::npos) {
      ++from_percent;
      EXPECT_NEAR(figure.score, 1 - king / 100, 1e-9) << figure.rules;
      continue;
    }
    const double defenders = NumberBefore(source, "( wins)? (of|for) the defenders");
    const double attackers = NumberBefore(source, "( wins)? of the attackers");
    if (defenders == 0 || attackers == 0) continue;
    ++from_wins;
    const double draws = NumberBefore(source, " draws?");
    const double games = attackers + defenders + draws;
    EXPECT_NEAR(figure.score, (attackers + draws / 2) / games, 0.0006) << figure.rules;
    // A ratio such as 104 to 100 does not tell the number of games.
    EXPECT_TRUE(figure.games == 0 || figure.games == games) << figure.rules;
  }
  EXPECT_EQ(from_percent, 2);
  EXPECT_EQ(from_ratio, 10);
  EXPECT_EQ(from_wins, 8);
}

TEST(PeopleFigures, ChangedRulesHaveNone) {
  EXPECT_TRUE(FindPeopleFigure(*OpenRules("fetlar")));
  EXPECT_FALSE(FindPeopleFigure(*OpenRules("fetlar+first=defenders")));
  EXPECT_FALSE(FindPeopleFigure(*OpenRules("minitafl")));
}

TEST(PeopleFigures, ErrorsNamePlaceAndKey) {
  const std::string good = "- {rules: saami, score: 0.5, source: x}\n";
  EXPECT_EQ(PeopleFrom(good).size(), 1u);
  EXPECT_EQ(PeopleFrom(good)[0].games, 0);
  EXPECT_EQ(PeopleFrom("- {rules: saami, score: 0.5, games: 3, source: x}\n")[0].games, 3);
  EXPECT_THAT(PeopleFrom("[]\n"), IsEmpty());
  EXPECT_THAT(ErrorInPeople(good + "- {rules: saami, score: 1.5, source: x}\n"),
              StartsWith("p.yaml:2: score: '1.5' is not a number from 0 to 1"));
  EXPECT_THAT(ErrorInPeople("- {rules: saami, score: 0.5}\n"),
              StartsWith("p.yaml:1: the key 'source' is missing"));
  EXPECT_THAT(ErrorInPeople("- {rules: saami, scor: 0.5, source: x}\n"),
              StartsWith("p.yaml:1: unknown key 'scor', did you mean 'score'?"));
  EXPECT_THAT(ErrorInPeople("- {rules: saami, score: 0.5, games: 0, source: x}\n"),
              StartsWith("p.yaml:1: games: '0' is not a whole number from 1"));
  EXPECT_THAT(ErrorInPeople("rules: saami\n"),
              HasSubstr("p.yaml:1: a map is not a list of figures"));
  EXPECT_THAT(ErrorInPeople("- saami\n"), HasSubstr("'saami' is not a map of keys and values"));
}

}  // namespace
}  // namespace raichi
