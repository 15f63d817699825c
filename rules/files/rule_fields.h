#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/value.h"
#include "rules/rule_keys.h"
#include "rules/rule_set.h"

namespace raichi {

/// Reads a value of a rule file as one of the words of `table`.
template <typename T, size_t N>
T ReadWord(const YamlValue& value, const std::array<RuleWord<T>, N>& table) {
  std::array<std::string_view, N> words;
  for (size_t i = 0; i < N; ++i) words[i] = table[i].word;
  return table[value.Word(words)].value;
}

/// Reads a list of distinct words.
template <size_t N>
ClassSet ReadClasses(const YamlValue& value, const std::array<RuleWord<ClassSet::Word>, N>& table) {
  ClassSet set;
  for (const YamlValue& item : value.Items("words")) {
    const ClassSet::Word word = ReadWord(item, table);
    if ((set.words & word) != 0) item.Fail(item.node().text + " is named twice");
    set.words = static_cast<uint8_t>(set.words | word);
  }
  return set;
}

/// Reads a list of distinct squares on a board of `size`.
std::vector<Square> ReadSquares(const YamlValue& value, int size);

/// One key of a rule set, with its value as text and what an editor needs to change it.
struct RuleField {
  enum class Kind : uint8_t {
    kText,     // describes the rules, without effect on the game; `value` is empty
    kSection,  // an optional map; `value` is `none` if the rules do not have it, else empty
    kValue,    // all others: `value` is YAML in flow form without blanks, as in `[attackers,king]`
  };
  std::string path;  // dotted: throne.stop
  Kind kind = Kind::kValue;
  std::string value;
  bool may_be_left_out = false;  // files may leave it out, and it has its default here

  enum class Input : uint8_t {
    kNone,    // cannot be changed itself: a descriptive text, or a map that exists while one of its
              // keys does
    kSwitch,  // `false` or `true`; an optional map is present or `none`
    kChoice,  // one of `words`
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

/// Lists the keys of a valid rule set in the order of its canonical text, each optional map before
/// its keys. Leaves out keys of absent maps, and keys that have no meaning without a throne if
/// there is none. Equal rules have equal values, because setups and lists of squares are
/// normalised.
std::vector<RuleField> FieldsOf(const RuleSet& rules);
/// Also lists the keys that FieldsOf leaves out, with the values that they have in a new map.
std::vector<RuleField> AllFieldsOf(const RuleSet& rules);

/// Returns the paths of all maps that a rule file may leave out.
std::vector<std::string> OptionalMaps();

}  // namespace raichi
