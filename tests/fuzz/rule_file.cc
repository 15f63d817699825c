// Rule files and OpenTafl's rules records: any text is refused or gives rules that can be written
// in both forms, read again and played.
#include "rules/opentafl/opentafl.h"
#include "tests/fuzz/rules.h"

namespace raichi::fuzz {
namespace {

void CheckRules(const RuleSet& rules, uint64_t seed) {
  const OpenTaflRecord record = ToOpenTafl(rules);
  Must([&] {
    RAICHI_CHECK(ParseRuleSet(ToYaml(rules), "written") == rules);
    RAICHI_CHECK(ToOpenTafl(FromOpenTafl(record.record).rule_set).record == record.record);
    PlayAtRandom(std::make_shared<const Rules>(rules), 12, seed);
  });
}

const Target kRuleFile("rule_file", [](std::string_view input) {
  CheckRules(ParseRuleSet(input, "input"), input.size());
});

const Target kOpenTafl("opentafl", [](std::string_view input) {
  CheckRules(FromOpenTafl(input).rule_set, input.size());
});

}  // namespace
}  // namespace raichi::fuzz
