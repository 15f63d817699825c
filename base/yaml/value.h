#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/yaml/yaml.h"

namespace raichi {

/// A value of a YAML file and its dotted key. Each method reads the value as one type and throws
/// Error `PLACE: KEY: …` if the value has another type. The node must outlive this object.
class YamlValue {
 public:
  YamlValue(const YamlNode& node, std::string key) : node_(&node), key_(std::move(key)) {}

  const YamlNode& node() const { return *node_; }
  const std::string& key() const { return key_; }
  [[noreturn]] void Fail(const std::string& message) const;
  /// Throws an Error which says that the value is not `what`.
  [[noreturn]] void Want(const std::string& what) const;

  /// One line of text; runs of white space become one blank.
  std::string Text() const;
  /// A whole number from `low` to `high`, without quotes.
  int64_t Whole(int64_t low, int64_t high) const;
  int Int(int low, int high) const { return static_cast<int>(Whole(low, high)); }
  /// A finite decimal number from `low` to `high`, without quotes.
  double Real(double low, double high) const;
  bool Truth() const;  // true or false
  /// The index of the value in `words`; the error names the nearest word.
  size_t Word(std::span<const std::string_view> words) const;
  /// Returns the items of a list, each with the key of the list. `of_what` describes the items in
  /// error messages, such as "words".
  std::vector<YamlValue> Items(const std::string& of_what) const;
  std::vector<std::string> Texts() const;  // a list of such texts

 private:
  const YamlNode* node_;
  std::string key_;
};

/// The keys and values of a map.
class YamlMap {
 public:
  using Keys = std::span<const std::string_view>;
  /// Throws Error if `value` is not a map.
  explicit YamlMap(YamlValue value);

  /// Throws Error about the first key that is not one of `known`; it names the nearest of them.
  void CheckKeys(Keys known) const;
  std::optional<YamlValue> Find(std::string_view key) const;
  /// The value of `key`. Throws Error if the map does not have it.
  YamlValue Get(std::string_view key) const;

 private:
  std::string PathOf(std::string_view key) const;

  YamlValue value_;
};

/// Parses a value in YAML's flow form without quotes, as in `both`, `[attackers, king]` or `{stop:
/// [king], hostile: []}`. Words consist of letters, digits and `_-./`; blanks are optional. Every
/// node gets the place `place`. Throws Error `PLACE: …` if the text is not such a value, is nested
/// deeper than kMaxYamlDepth or has a key twice in a map. Does not use yaml-cpp.
YamlNode ParseFlowValue(std::string_view text, const std::string& place);

}  // namespace raichi
