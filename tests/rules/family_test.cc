// The shipped rule sets beyond those with vectors: their rules against a typed table, their setups,
// and a few plies of play against the slow engine.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "tests/rules/family_rows.h"
#include "tests/rules/rule_row.h"
#include "tests/support/comparison.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

TEST(Family, IsTheTable) {
  for (const FamilyRow& expected : kFamily) {
    const RuleSet rules = OpenRules(expected.name)->data();
    EXPECT_EQ(rules.name, expected.name);
    EXPECT_EQ(Row(rules), expected.row) << expected.name;
    EXPECT_FALSE(rules.sources.empty()) << expected.name;
    EXPECT_FALSE(rules.assumed.empty()) << expected.name;
  }
}

TEST(Family, HasTheMenOfItsSources) {
  for (const FamilyRow& expected : kFamily) {
    const RulesPtr rules = OpenRules(expected.name);
    EXPECT_EQ(rules->start().Count(Side::kAttackers), expected.attackers) << expected.name;
    EXPECT_EQ(rules->start().Count(Side::kDefenders), expected.defenders + 1) << expected.name;
  }
}

SquareSet Turned(const SquareSet& set, int size) {
  SquareSet turned;
  ForEachSquare(set, size, [&](Square s) { turned.Add(Square(s.y(), size + 1 - s.x())); });
  return turned;
}
SquareSet Mirrored(const SquareSet& set, int size) {
  SquareSet mirrored;
  ForEachSquare(set, size, [&](Square s) { mirrored.Add(Square(size + 1 - s.x(), s.y())); });
  return mirrored;
}

// Ballinderry 4 is a pinwheel whose line of defenders is longer along the rank; MiniTafl's setup
// has no symmetry.
TEST(Family, SetupsAreSymmetricAroundTheKingInTheCentre) {
  for (const std::string& name : RuleSetNames()) {
    const RulesPtr rules = OpenRules(name);
    const int size = rules->size();
    EXPECT_EQ(rules->start().king(), Square((size + 1) / 2, (size + 1) / 2)) << name;
    if (name == "minitafl") continue;
    for (const Side side : {Side::kAttackers, Side::kDefenders}) {
      const SquareSet men = rules->start().Men(side);
      EXPECT_EQ(Turned(Turned(men, size), size), men) << name;
      if (name == "ballinderry-4") continue;
      EXPECT_EQ(Turned(men, size), men) << name;
      EXPECT_EQ(Mirrored(men, size), men) << name;
    }
  }
}

TEST(Family, NoTwoAreTheSame) {
  std::map<uint64_t, std::string> seen;
  for (const std::string& name : RuleSetNames()) {
    const auto [at, is_new] = seen.emplace(OpenRules(name)->fingerprint(), name);
    EXPECT_TRUE(is_new) << name << " is " << at->second;
  }
}

TEST(Family, HasNoOversights) {
  for (const std::string& name : RuleSetNames()) {
    EXPECT_TRUE(OversightsOf(OpenRules(name)->data()).empty()) << name;
  }
}

TEST(Family, PlaysAsTheSlowEngine) {
  for (const FamilyRow& row : kFamily) {
    const RulesPtr rules = OpenRules(row.name);
    Comparison(rules, 5).PlayGames(Scaled(rules->size() < 13 ? 40 : 10));
    if (HasFailure()) FAIL() << row.name;
  }
}

}  // namespace
}  // namespace raichi
