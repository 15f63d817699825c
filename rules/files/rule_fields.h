#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// One key of a rule set, with its value as text.
struct RuleField {
  enum class Kind : uint8_t {
    kText,     // for people, without effect on the game; `value` is empty
    kSection,  // an optional map; `value` is `none` if the rules do not have it, else empty
    kValue,    // all others: `value` is YAML in flow form without blanks, as in `[attackers,king]`
  };
  std::string path;  // dotted: throne.stop
  Kind kind = Kind::kValue;
  std::string value;
  bool may_be_left_out = false;  // has its default, and files may leave it out

  bool operator==(const RuleField&) const = default;
};

/// The keys of a valid rule set in the order of its canonical text, each optional map before its
/// keys. Keys that mean nothing without a throne and those of absent maps are not there. Equal
/// rules have equal values: setups are written in one way, squares are sorted.
std::vector<RuleField> FieldsOf(const RuleSet& rules);

/// The paths of all maps that a rule file may leave out.
std::vector<std::string> OptionalMaps();

}  // namespace raichi
