#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/files/rule_words.h"
#include "rules/files/rule_yaml.h"
#include "rules/rule_set.h"

namespace raichi {

/// A value of a rule file read as what it must be; everything else is an Error
/// `ORIGIN:LINE: KEY: …`. Refers to the origin and the node that it was made with.
class RuleValue {
 public:
  RuleValue(const std::string& origin, const YamlNode& node, std::string key)
      : origin_(&origin), node_(&node), key_(std::move(key)) {}

  const std::string& origin() const { return *origin_; }
  const YamlNode& node() const { return *node_; }
  const std::string& key() const { return key_; }
  [[noreturn]] void Fail(const std::string& message) const;
  /// Fails because the value is not `what`.
  [[noreturn]] void Want(const std::string& what) const;

  std::string Text() const;  // one line, white space folded
  int Int(int low, int high) const;
  std::vector<std::string> Texts() const;
  std::vector<Square> Squares(int size) const;  // on a board of `size`, no two the same
  template <typename T, size_t N>
  T Word(const std::array<RuleWord<T>, N>& table) const {
    std::array<std::string_view, N> words;
    for (size_t i = 0; i < N; ++i) words[i] = table[i].word;
    return table[IndexOfWord(words)].value;
  }
  template <size_t N>
  ClassSet Classes(const std::array<RuleWord<ClassSet::Word>, N>& table) const {
    ClassSet set;
    for (const RuleValue& item : List("words")) {
      const ClassSet::Word word = item.Word(table);
      if ((set.words & word) != 0) item.Fail(item.node().text + " is named twice");
      set.words = static_cast<uint8_t>(set.words | word);
    }
    return set;
  }

 private:
  size_t IndexOfWord(std::span<const std::string_view> words) const;
  std::vector<RuleValue> List(const std::string& of_what) const;

  const std::string* origin_;
  const YamlNode* node_;
  std::string key_;
};

/// A map of a rule file, with the keys that it must and may have: another key, a missing one, or
/// one that is there twice is an Error.
class RuleSection {
 public:
  using Keys = std::span<const std::string_view>;
  RuleSection(const RuleValue& map, Keys required, Keys optional = {});

  /// The value of a key, null if the file does not have it.
  const RuleValue* Find(std::string_view key) const;
  /// The value of a required key.
  const RuleValue& operator[](std::string_view key) const { return *Find(key); }

 private:
  void Add(const RuleValue& map, const YamlNode& key, const YamlNode& value, Keys known);

  std::vector<std::pair<std::string, RuleValue>> values_;
};

}  // namespace raichi
