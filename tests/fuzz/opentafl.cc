// OpenTafl rules records: any text either fails with an Error or gives rules that can be written in
// both forms, read again and played.
#include "rules/opentafl/opentafl.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace raichi;
  OpenTaflConversion read;
  try {
    read = FromOpenTafl(fuzz::Text(data, size));
  } catch (const Error&) {
    return 0;
  }
  const RuleSet& rules = read.rule_set;
  RAICHI_CHECK(ParseRuleSet(ToYaml(rules), "written") == rules);
  const OpenTaflRecord record = ToOpenTafl(rules);
  RAICHI_CHECK(ToOpenTafl(FromOpenTafl(record.record).rule_set).record == record.record);
  fuzz::PlayAtRandom(std::make_shared<const Rules>(rules), 12, size);
  return 0;
}
