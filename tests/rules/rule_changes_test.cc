#include "rules/files/rule_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"
#include "rules/files/rule_fields.h"
#include "rules/files/rule_file.h"
#include "tests/support/random_rules.h"

namespace raichi {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string NameOf(const std::string& text) { return OpenRules(text)->data().name; }

std::string ErrorOf(const std::string& text) {
  try {
    OpenRules(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Whether rules can be compiled; random ones may contradict themselves.
bool AreSound(const RuleSet& rules) {
  try {
    const Rules compiled(rules);
    return true;
  } catch (const Error&) {
    return false;
  }
}

TEST(RuleChanges, ChangeWhatTheyName) {
  const RuleSet rules =
      OpenRules("linnaeus+king.armed=none+first=defenders+throne.stop=[king]")->data();
  RuleSet expected = OpenRules("linnaeus")->data();
  expected.king.armed = Armed::kNone;
  expected.first = Side::kDefenders;
  expected.throne->stop = {ClassSet::kKing};
  expected.name = "linnaeus+first=defenders+king.armed=none+throne.stop=[king]";
  expected.assumed.clear();  // the attackers do not begin, which was one of the assumptions
  expected.title += " (first=defenders+king.armed=none+throne.stop=[king])";
  EXPECT_EQ(rules, expected);
}

TEST(RuleChanges, HaveACanonicalForm) {
  EXPECT_EQ(NameOf("linnaeus+first=attackers"), "linnaeus");
  EXPECT_EQ(NameOf("linnaeus+first=defenders+first=attackers"), "linnaeus");
  EXPECT_EQ(NameOf("ashton-bologna+camps.neutral=[i5, a5, e9, e1]"), "ashton-bologna");
  EXPECT_EQ(NameOf("linnaeus+throne.stop=[ king , attackers ]"),
            "linnaeus+throne.stop=[attackers,king]");
  EXPECT_EQ(NameOf("linnaeus+king={armed: none, capture: {open: surround, beside_throne: surround, "
                   "on_throne: surround, at_edge: never}}"),
            "linnaeus+king.armed=none+king.capture.open=surround");
}

TEST(RuleChanges, AddAndRemoveOptionalMaps) {
  EXPECT_EQ(NameOf("ashton-bologna+camps=none"), "ashton-bologna+camps=none");
  EXPECT_FALSE(OpenRules("ashton-bologna+camps=none")->data().camps);
  EXPECT_EQ(NameOf("linnaeus+camps=none"), "linnaeus");
  EXPECT_EQ(NameOf("linnaeus+throne=none+king.capture.on_throne=never"), "linnaeus+throne=none");
  EXPECT_EQ(NameOf("linnaeus+corners={stop: [king], hostile: []}+goal=corners"),
            "linnaeus+corners.stop=[king]+corners.hostile=[]+goal=corners");
}

TEST(RuleChanges, FollowAFileToo) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / ("c++_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string file = folder / "a+first=b.yaml";
  RuleSet rules = OpenRules("brandubh")->data();
  rules.name = "mine";
  std::ofstream(file) << ToYaml(rules);
  EXPECT_EQ(NameOf(file), "mine");
  std::filesystem::rename(file, folder / "mine.yaml");
  const std::string changed =
      (folder / "mine.yaml").string() + "+board.setup=3t3/3t3/3T3/ttTKTtt/3T3/3t3/7";
  EXPECT_EQ(NameOf(changed), "mine+board.setup=3t3/3t3/3T3/ttTKTtt/3T3/3t3/7");
  std::filesystem::remove_all(folder);
}

TEST(RuleChanges, ThatAreWrongGetAnErrorThatNamesTheKey) {
  EXPECT_EQ(ErrorOf("linnaeus+king.armed=nobody"),
            "rules 'linnaeus+king.armed=nobody': king.armed: unknown word 'nobody'; expected one "
            "of none, anvil, hammer, both");
  EXPECT_THAT(ErrorOf("linnaeus+king.armd=none"),
              EndsWith(": king: unknown key 'armd', did you mean 'armed'?"));
  EXPECT_THAT(ErrorOf("linnaeus+trone=none"),
              EndsWith(": unknown key 'trone', did you mean 'throne'?"));
  EXPECT_THAT(ErrorOf("linnaeus+goal=corners"),
              EndsWith(": goal: corners needs the key 'corners'"));
  EXPECT_THAT(ErrorOf("linnaeus+king=none"),
              EndsWith(": king: 'none' is not a map of keys and values"));
  EXPECT_THAT(ErrorOf("linnaeus+throne.stop=king"),
              EndsWith(": throne.stop: 'king' is not a list of words, as in [a, b]"));
  EXPECT_THAT(ErrorOf("linnaeus+throne.stop=[king"),
              EndsWith(": throne.stop: '[king' is not a value; expected a word, a number, [a, b] "
                       "or {key: value}"));
  EXPECT_THAT(ErrorOf("linnaeus+quiet_limit=99999"),
              EndsWith(": quiet_limit: '99999' is not a whole number from 0 to 30000"));
  EXPECT_THAT(ErrorOf("linnaeus+first.side=defenders"),
              EndsWith(": first has no keys; expected first=VALUE"));
  EXPECT_THAT(ErrorOf("linnaeus+corners.stop=[king]"),
              EndsWith(": corners: the key 'corners.hostile' is missing"));
  EXPECT_THAT(ErrorOf("linnaeus+title=mine"),
              EndsWith(": title: has no effect on the game; expected another key"));
  EXPECT_THAT(ErrorOf("linnaeus+board.size=7"), HasSubstr(": board.setup: "));
  EXPECT_THAT(ErrorOf("linnaeus+first"),
              EndsWith("a rule set; expected changes as in linnaeus+first=defenders"));
  EXPECT_THAT(ErrorOf("linaeus+first=defenders"),
              EndsWith("the name of a rule set, did you mean 'linnaeus'?"));
  EXPECT_THAT(ErrorOf("linnaeus+first=" + std::string(100, '[')), HasSubstr(" is not a value; "));
}

TEST(RuleChanges, AreNotReadWithoutAKey) {
  const RuleSet base = OpenRules("linnaeus")->data();
  for (const std::string changes : {"first=defenders", "+first", "+", "+First=attackers"}) {
    EXPECT_THROW(ChangeRules(base, changes, "rules"), Error) << changes;
  }
}

TEST(RuleChanges, AreShippedWithTheirBase) {
  const RulesPtr rules = OpenRules("linnaeus+first=defenders");
  EXPECT_TRUE(IsShipped(*rules));
  EXPECT_EQ(DisplayName(*rules), "linnaeus+first=defenders");
  RuleSet other = OpenRules("brandubh")->data();
  other.name = rules->data().name;
  EXPECT_FALSE(IsShipped(Rules(other)));
  EXPECT_THAT(DisplayName(Rules(other)), StartsWith("linnaeus+first=defenders~"));
}

TEST(RuleChanges, SurviveBeingWrittenAndRead) {
  for (const std::string name :
       {"linnaeus+throne.stop=[king,attackers]+quiet_limit=50", "ashton-bologna+camps=none",
        "brandubh+board.setup=3t3/3t3/3T3/ttTKTtt/3T3/3t3/7"}) {
    const RuleSet rules = OpenRules(name)->data();
    EXPECT_EQ(ParseRuleSet(ToYaml(rules), "written"), rules) << ToYaml(rules);
  }
}

/// The name of the way from one rule set to another leads there, whatever their keys.
TEST(RuleChanges, LeadFromAnyRuleSetToAnyOther) {
  Rng rng(1);
  int ways = 0;
  while (ways < 300) {
    const RuleSet from = RandomRuleSet(&rng), to = RandomRuleSet(&rng);
    if (!AreSound(from) || !AreSound(to)) continue;
    ++ways;
    std::string changes;
    for (const RuleField& field : FieldsOf(to)) {
      if (field.kind == RuleField::Kind::kSection) changes += "+" + field.path + "=none";
      if (field.kind == RuleField::Kind::kValue) changes += "+" + field.path + "=" + field.value;
    }
    const RuleSet changed = ChangeRules(from, changes, "changed");
    EXPECT_EQ(FieldsOf(changed), FieldsOf(to)) << changes;
    EXPECT_EQ(Rules(changed).fingerprint(), Rules(to).fingerprint()) << changes;
    const RuleName name = SplitRuleName(changed.name);
    EXPECT_EQ(name.base, "random");
    EXPECT_EQ(ChangeRules(from, name.changes, "again"), changed) << changed.name;
    EXPECT_EQ(ChangeRules(to, changes, "same"), to);
  }
}

}  // namespace
}  // namespace raichi
