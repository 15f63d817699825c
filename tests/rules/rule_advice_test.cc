#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr ClassSet kMen = {ClassSet::kAttackers | ClassSet::kDefenders};

RuleSet BrandubhOfOld() {
  RuleSet rules = OpenRules("brandubh")->data();
  rules.throne->hostile_empty = kMen;
  return rules;
}

TEST(RuleAdvice, WarnsOfAKingThatIsSafeBesideTheThrone) {
  EXPECT_THAT(OversightsOf(BrandubhOfOld()), ElementsAre(StartsWith("throne.hostile_empty: ")));
  // He really is: three attackers do not take him.
  Scene scene(std::make_shared<const Rules>(BrandubhOfOld()), Side::kAttackers, R"(
    ....t..
    ...t...
    ..tK...
    .......
    .......
    .......
    ....T..)");
  EXPECT_EQ(scene.Play("e7-e5"), "");
}

TEST(RuleAdvice, SaysNothingIfAnAttackerMayCloseThatSide) {
  RuleSet rules = BrandubhOfOld();
  rules.throne->stop = {ClassSet::kAttackers};
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
}

TEST(RuleAdvice, SaysNothingIfTwoTakeHimThereOrTheRulesSayNever) {
  RuleSet rules = BrandubhOfOld();
  rules.king.beside_throne = KingCapture::kCustodial;
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
  rules.king.beside_throne = KingCapture::kNever;
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
  rules.king.beside_throne = KingCapture::kSurround;
  rules.throne.reset();
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
}

TEST(RuleAdvice, WarnsOfAKingThatIsSafeBesideACamp) {
  RuleSet rules = OpenRules("foteviken")->data();
  rules.camps->hostile = kMen;
  EXPECT_THAT(OversightsOf(rules), IsEmpty());  // an attacker who is still at home may stop there
  rules.camps->stop = {};
  EXPECT_THAT(OversightsOf(rules), ElementsAre(StartsWith("camps.hostile: ")));
  rules.camps->stop = {ClassSet::kAttackers};
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
  rules.camps->close = true;  // nobody enters a closed camp
  EXPECT_THAT(OversightsOf(rules), ElementsAre(StartsWith("camps.hostile: ")));
  rules.camps->closed_stop = {ClassSet::kAttackers};
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
  rules.camps->stop = {};
  rules.king.open = KingCapture::kCustodial;
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
}

TEST(RuleAdvice, WarnsOfASideThatCannotWin) {
  RuleSet rules = OpenRules("brandubh")->data();
  rules.corners->stop = {};
  EXPECT_THAT(OversightsOf(rules), ElementsAre(StartsWith("corners.stop: ")));
  rules = OpenRules("linnaeus")->data();
  rules.king.open = rules.king.beside_throne = rules.king.on_throne = KingCapture::kNever;
  EXPECT_THAT(OversightsOf(rules), ElementsAre(StartsWith("king.capture: ")));
  rules.king.on_throne = KingCapture::kSurround;
  EXPECT_THAT(OversightsOf(rules), IsEmpty());
}

TEST(RuleAdvice, HasNothingToSayOfShippedRules) {
  for (const std::string& name : RuleSetNames()) {
    EXPECT_THAT(OversightsOf(OpenRules(name)->data()), IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace raichi
