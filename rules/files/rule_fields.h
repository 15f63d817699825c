#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// One key of a rule set, with its value as text and what an editor needs to change it.
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

  enum class Input : uint8_t {
    kNone,     // cannot be changed itself: a text for people, or a map that is there with its keys
    kSwitch,   // `false` or `true`; of an optional map: `none` or there
    kChoice,   // one of `words`
    kChoices,  // a list of some of `words`
    kSquares,  // a list of squares
    kSetup,    // the squares of a position
    kNumber,   // from `least` to `most`
  };
  Input input = Input::kNone;
  std::vector<std::string> words;
  int least = 0, most = 0;
  std::string needs;  // the path of the optional map without which the key means nothing, or empty

  bool operator==(const RuleField&) const = default;
};

/// The keys of a valid rule set in the order of its canonical text, each optional map before its
/// keys. Keys that mean nothing without a throne and those of absent maps are not there. Equal
/// rules have equal values: setups are written in one way, squares are sorted.
std::vector<RuleField> FieldsOf(const RuleSet& rules);
/// The same with the keys that are not there, which have the values of a new map.
std::vector<RuleField> AllFieldsOf(const RuleSet& rules);

/// The paths of all maps that a rule file may leave out.
std::vector<std::string> OptionalMaps();

}  // namespace raichi
