#include "app/balance/study/design.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/balance/study/pairing.h"
#include "console/log.h"
#include "rules/files/rule_file.h"
#include "tests/app/balance/study_plans.h"
#include "tests/selfplay/games.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::pair<int, std::string>> PlacesOf(const std::vector<StudyDesign::Place>& places) {
  std::vector<std::pair<int, std::string>> pairs;
  for (const auto& [rules, label] : places) pairs.emplace_back(static_cast<int>(rules), label);
  return pairs;
}

TEST(StudyDesign, RuleSetsThatPlayAlikeAppearOnce) {
  StudyPlan plan = SmallPlan();
  plan.rules = {"saami", "linnaeus", "linnaeus+first=attackers"};
  plan.changes = {"linnaeus", {{"other", {"first=defenders"}}}};
  plan.path = {"linnaeus", "linnaeus+first=defenders", "saami"};
  const StudyDesign design = DesignOf(plan);
  std::vector<std::string> words;
  for (const StudiedRules& rules : design.rules) words.push_back(rules.word);
  EXPECT_THAT(words, ElementsAre("saami", "linnaeus", "linnaeus+first=defenders"));
  EXPECT_EQ(design.change_base, 1u);
  EXPECT_THAT(PlacesOf(design.changes), ElementsAre(std::pair(2, "other")));
  EXPECT_THAT(PlacesOf(design.path),
              ElementsAre(std::pair(1, "linnaeus"), std::pair(2, "other"), std::pair(0, "saami")));
}

TEST(StudyDesign, AStepIsCalledByTheChangeThatDoesTheSame) {
  StudyPlan plan = SmallPlan();
  plan.changes = {"linnaeus",
                  {{"men may cross", {"throne.pass=[attackers,defenders,king]"}},
                   {"corners", {"corners.stop=[king]+corners.hostile=[king]+goal=corners"}}}};
  plan.path = {"linnaeus+first=defenders",
               "linnaeus+first=defenders+throne.pass=[king]+throne.stop=[king]",
               "linnaeus+first=defenders+throne.pass=[attackers,defenders,king]+throne.stop=[king]",
               "cyningstan"};
  EXPECT_THAT(
      PlacesOf(DesignOf(plan).path),
      ElementsAre(testing::_, testing::Pair(testing::_, "throne.pass=[king]+throne.stop=[king]"),
                  testing::Pair(testing::_, "men may cross"),
                  testing::Pair(testing::_, "cyningstan")));
}

TEST(StudyDesign, AChangeThatChangesNothingIsAnError) {
  StudyPlan plan = SmallPlan();
  plan.changes = {"linnaeus", {{"same", {"first=attackers"}}}};
  EXPECT_EQ(ErrorOf([&] { DesignOf(plan); }), "changes: 'same' changes nothing in linnaeus");
  plan.changes = {"linnaeus", {{"once", {"first=defenders"}}, {"again", {"first=defenders"}}}};
  EXPECT_EQ(ErrorOf([&] { DesignOf(plan); }), "changes: 'again' plays like 'once'");
}

TEST(StudyDesign, AComparisonOfRulesThatPlayAlikeIsNamed) {
  StartLog("warning");
  const auto said = [](const StudyPlan& plan) {
    testing::internal::CaptureStderr();
    DesignOf(plan);
    return testing::internal::GetCapturedStderr();
  };
  StudyPlan plan = SmallPlan();
  // The king has won before anyone could capture him at the edge.
  plan.changes = {"linnaeus",
                  {{"edge", {"king.capture.at_edge=custodial"}}, {"first", {"first=defenders"}}}};
  EXPECT_THAT(said(plan), AllOf(HasSubstr("changes: 'edge' makes no difference here"),
                                testing::Not(HasSubstr("'first'"))));
  plan.changes = {};
  // An armed king on the throne is an enemy of the attackers beside it already.
  plan.path = {"saami", "saami+throne.hostile_occupied=[attackers]"};
  EXPECT_THAT(said(plan), HasSubstr("path: 'throne.hostile_occupied=[attackers]' makes no"));
}

TEST(StudyDesign, TheFirstListThatHasARuleSetNamesIt) {
  StudyPlan plan = SmallPlan();
  plan.rules = {"saami"};
  plan.changes = {"linnaeus", {{"defenders first", {"first=defenders"}}}};
  plan.path = {"linnaeus+first=defenders", "brandubh"};
  plan.factorial = {"brandubh", {{"first", {"first=attackers", "first=defenders"}}}};
  const StudyDesign design = DesignOf(plan);
  std::vector<std::pair<std::string, std::string>> groups;
  for (const StudiedRules& rules : design.rules) groups.emplace_back(rules.group, rules.label);
  EXPECT_THAT(groups, ElementsAre(std::pair("variant", "saami"), std::pair("change", "linnaeus"),
                                  std::pair("change", "defenders first"),
                                  std::pair("path", "brandubh"), std::pair("factorial", "first+")));
  EXPECT_TRUE(design.rules[0].IsVariant());
  EXPECT_FALSE(design.rules[3].IsVariant());
}

TEST(StudyDesign, TheBaseOfChangesIsStudiedToo) {
  StudyPlan plan = SmallPlan();
  plan.rules = {};
  plan.changes = {"brandubh", {{"unarmed", {"king.armed=none"}}}};
  const StudyDesign design = DesignOf(plan);
  ASSERT_THAT(design.rules, SizeIs(2));
  EXPECT_EQ(design.rules[design.change_base].word, "brandubh");
  EXPECT_EQ(design.rules[design.changes[0].rules].word, "brandubh+king.armed=none");
}

TEST(StudyDesign, AFactorialHasEveryCombinationOnce) {
  StudyPlan plan = SmallPlan();
  plan.rules = {};
  plan.factorial = {"linnaeus",
                    {{"first", {"first=attackers", "first=defenders"}},
                     {"armed", {"king.armed=both", "king.armed=none"}},
                     {"draws", {"", "repetition.result=mover_loses"}}}};
  const StudyDesign design = DesignOf(plan);
  ASSERT_THAT(design.cells, SizeIs(8));
  EXPECT_THAT(design.rules, SizeIs(8));
  std::set<std::vector<int>> signs;
  for (const StudyDesign::Cell& cell : design.cells) {
    signs.insert(cell.signs);
    const RuleSet& rules = design.rules[cell.rules].rules->data();
    EXPECT_EQ(rules.first, cell.signs[0] < 0 ? Side::kAttackers : Side::kDefenders);
    EXPECT_EQ(rules.king.armed, cell.signs[1] < 0 ? Armed::kBoth : Armed::kNone);
    const bool draws = rules.repetition == OpenRules("linnaeus")->data().repetition;
    EXPECT_EQ(draws, cell.signs[2] < 0);
    const std::string sign = cell.signs[1] < 0 ? "armed-" : "armed+";
    EXPECT_THAT(design.rules[cell.rules].label, HasSubstr(sign));
  }
  EXPECT_THAT(signs, SizeIs(8));
}

TEST(StudyDesign, ErrorsNameTheRuleSet) {
  StudyPlan plan = SmallPlan();
  plan.rules = {"brandubh", "nobody"};
  EXPECT_THAT(ErrorOf([&] { DesignOf(plan); }), HasSubstr("nobody"));
  plan = SmallPlan();
  plan.changes = {"brandubh", {{"x", {"king.armed=nobody"}}}};
  EXPECT_THAT(ErrorOf([&] { DesignOf(plan); }),
              HasSubstr("'brandubh+king.armed=nobody': king.armed: unknown word 'nobody'"));
}

TEST(StudyDesign, FactorsMakeADifference) {
  StudyPlan plan = SmallPlan();
  plan.factorial = {"brandubh", {{"first", {"", "first=attackers"}}}};
  EXPECT_THAT(ErrorOf([&] { DesignOf(plan); }),
              HasSubstr("factorial: two combinations of the factors are the rules 'brandubh'"));
}

TEST(StudyDesign, ThePlanOfReadingsIsComplete) {
  std::ifstream file(SourceDir() + "/configs/studies/readings.yaml");
  std::ostringstream text;
  text << file.rdbuf();
  const StudyPlan plan = ParsePlan(text.str(), "readings.yaml");
  const StudyDesign design = DesignOf(plan);
  EXPECT_THAT(design.rules, SizeIs(Gt(plan.rules.size())));
  EXPECT_THAT(design.changes, SizeIs(plan.changes.one_at_a_time.size()));
  EXPECT_THAT(design.cells, SizeIs(size_t{1} << plan.factorial.factors.size()));
  std::set<size_t> changed;
  for (const StudyDesign::Place& change : design.changes) changed.insert(change.rules);
  EXPECT_THAT(changed, SizeIs(design.changes.size()));  // each change has an effect of its own
  EXPECT_FALSE(changed.contains(design.change_base));
  for (size_t i = 0; i < design.rules.size(); ++i) {
    EXPECT_NO_THROW(UnitsOfRound(design, i, 0, plan)) << design.rules[i].word;
  }
}

}  // namespace
}  // namespace raichi
