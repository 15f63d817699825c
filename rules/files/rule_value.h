#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/yaml/value.h"
#include "rules/rule_set.h"
#include "rules/rule_words.h"

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

}  // namespace raichi
