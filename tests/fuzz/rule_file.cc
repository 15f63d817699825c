// Rule files: any bytes either fail with an Error or give rules that can be written, read again and
// played.
#include "rules/opentafl/opentafl.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace raichi;
  RuleSet rules;
  try {
    rules = ParseRuleSet(fuzz::Text(data, size), "input");
  } catch (const Error&) {
    return 0;
  }
  RAICHI_CHECK(ParseRuleSet(ToYaml(rules), "written") == rules);
  const OpenTaflRecord record = ToOpenTafl(rules);
  RAICHI_CHECK(ToOpenTafl(FromOpenTafl(record.record).rule_set).record == record.record);
  fuzz::PlayAtRandom(std::make_shared<const Rules>(rules), 12, size);
  return 0;
}
