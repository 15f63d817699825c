#include <gtest/gtest.h>

#include <map>

#include "console/rule_json.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

std::map<std::string, std::string> Differences(const RuleSet& first, const RuleSet& second) {
  std::map<std::string, std::string> texts;
  for (const RuleDifference& difference : DifferencesOf(first, second)) {
    texts[difference.key] =
        RuleValueText(difference.first) + " | " + RuleValueText(difference.second);
  }
  return texts;
}

using Texts = std::map<std::string, std::string>;

TEST(RuleDiff, EqualRulesDoNotDifferWhateverTheirNames) {
  RuleSet rules = OpenRules("linnaeus")->data();
  const RuleSet same = rules;
  rules.name = rules.title = "other";
  rules.sources = rules.assumed = {};
  EXPECT_EQ(Differences(rules, same), Texts());
}

TEST(RuleDiff, NamesTheKeysAndBothValues) {
  EXPECT_EQ(Differences(OpenRules("linnaeus")->data(), OpenRules("linnaeus-salmi")->data()),
            (Texts{{"throne.stop", "[] | [king]"},
                   {"throne.pass", "[] | [attackers, defenders, king]"}}));
  EXPECT_EQ(Differences(OpenRules("saami")->data(), OpenRules("skalk")->data()),
            (Texts{{"repetition.result", "defenders_lose | draw"}}));
}

TEST(RuleDiff, AKeyThatOneDoesNotHaveIsADash) {
  const RuleSet with = OpenRules("brandubh")->data();
  const RuleSet without = OpenRules("brandubh-throneless")->data();
  const Texts found = Differences(with, without);
  EXPECT_EQ(found.at("throne.stop"), "[king] | -");
  EXPECT_EQ(found.at("king.capture.on_throne"), "surround | -");
  Texts back = Differences(without, with);
  EXPECT_EQ(back.size(), found.size());
  EXPECT_EQ(back.at("throne.stop"), "- | [king]");
}

TEST(RuleDiff, ComesInTheOrderOfTheRuleFile) {
  const auto found = DifferencesOf(OpenRules("sea-battle-9")->data(), OpenRules("fetlar")->data());
  ASSERT_GE(found.size(), 3u);
  EXPECT_EQ(found[0].key, "board.size");
  EXPECT_EQ(found[1].key, "board.setup");
  EXPECT_EQ(found[2].key, "king.armed");
}

}  // namespace
}  // namespace raichi
