#include "rules/files/rule_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using Input = RuleField::Input;

RuleField FieldOf(const std::string& rules, const std::string& path) {
  for (const RuleField& field : AllFieldsOf(OpenRules(rules)->data())) {
    if (field.path == path) return field;
  }
  ADD_FAILURE() << path;
  return {};
}

TEST(RuleFields, SayWhatAnEditorNeeds) {
  const RuleField armed = FieldOf("linnaeus", "king.armed");
  EXPECT_EQ(armed.input, Input::kChoice);
  EXPECT_THAT(armed.words, ElementsAre("none", "anvil", "hammer", "both"));
  EXPECT_EQ(armed.value, "both");
  EXPECT_EQ(armed.needs, "");

  EXPECT_EQ(FieldOf("linnaeus", "throne.linnaean").input, Input::kSwitch);
  EXPECT_EQ(FieldOf("linnaeus", "board.setup").input, Input::kSetup);
  EXPECT_EQ(FieldOf("ashton-bologna", "camps.neutral").input, Input::kSquares);
  EXPECT_EQ(FieldOf("ashton-bologna", "camps.neutral").value, "[e1,a5,i5,e9]");
  const RuleField size = FieldOf("linnaeus", "board.size");
  EXPECT_EQ(size.input, Input::kNumber);
  EXPECT_EQ(size.least, kMinBoardSize);
  EXPECT_EQ(size.most, kMaxBoardSize);
}

TEST(RuleFields, OfAbsentMapsAreListedToo) {
  const RuleField camps = FieldOf("linnaeus", "camps");
  EXPECT_EQ(camps.input, Input::kSwitch);
  EXPECT_EQ(camps.value, "none");
  const RuleField hostile = FieldOf("linnaeus", "camps.hostile");
  EXPECT_EQ(hostile.input, Input::kChoices);
  EXPECT_EQ(hostile.value, "[]");
  EXPECT_EQ(hostile.needs, "camps");
  EXPECT_EQ(FieldOf("sea-battle-9", "king.capture.on_throne").needs, "throne");
}

/// An editor gives the values of all keys in use, whatever the rules were before.
TEST(RuleFields, OfAllKeysInUseMakeTheRulesOfAnyOther) {
  const std::vector<std::string> names = RuleSetNames();
  for (const std::string& name : names) {
    const RuleSet to = OpenRules(name)->data();
    const std::vector<RuleField> fields = AllFieldsOf(to);
    const auto is_absent = [&](const std::string& map) {
      return std::ranges::any_of(fields, [&](const RuleField& field) {
        return field.path == map && field.value == "none";
      });
    };
    std::string changes;
    for (const RuleField& field : fields) {
      const bool is_map = field.kind == RuleField::Kind::kSection;
      if (field.input == Input::kNone || is_absent(field.needs)) continue;
      if (!is_map || field.value == "none") changes += "+" + field.path + "=" + field.value;
    }
    for (const std::string from : {"linnaeus", "ashton-bologna", "copenhagen", "tawlbwrdd"}) {
      const RuleSet changed = ChangeRules(OpenRules(from)->data(), changes, "changed");
      EXPECT_EQ(FieldsOf(changed), FieldsOf(to)) << from << " to " << name;
    }
  }
}

}  // namespace
}  // namespace raichi
