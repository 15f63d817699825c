#pragma once

#include <yaml-cpp/yaml.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace raichi {

/// Where a configuration value came from, for errors: `quick.yaml:12` or `seed=x` of the command
/// line.
using ConfigOrigins = std::map<std::string, std::string>;
/// Where `key` came from, or else the section that it belongs to; `file` if neither was set.
std::string OriginOf(const ConfigOrigins& origins, std::string key, const std::string& file);

/// Reads one mapping of a configuration into struct fields. The same description of the fields (a
/// template that calls `Field` and `Section`) reads them here and writes them with ConfigWriter, so
/// the keys stand in one place. Fields left out keep their defaults. Every error is an Error naming
/// the origin, the key, the value and what was expected.
class ConfigReader {
 public:
  ConfigReader(YAML::Node mapping, std::string path, const ConfigOrigins* origins);

  void Field(const char* key, bool* value);
  void Field(const char* key, std::string* value);
  void Field(const char* key, std::vector<std::string>* value);
  /// A number from `low` to `high`, both allowed.
  template <typename Number>
  void Field(const char* key, Number* value, Number low, Number high) {
    if constexpr (std::is_floating_point_v<Number>) {
      *value = static_cast<Number>(Real(key, *value, low, high));
    } else {
      *value = static_cast<Number>(Whole(key, static_cast<int64_t>(*value),
                                         static_cast<int64_t>(low), static_cast<int64_t>(high)));
    }
  }
  /// One of `words`.
  void Field(const char* key, std::string* value, const std::vector<std::string>& words);

  template <typename Visitor>
  void Section(const char* key, Visitor visit) {
    ConfigReader section = Open(key);
    visit(section);
    section.RejectUnknownKeys();
  }
  /// Throws Error if the mapping has a key that no field asked for; names the nearest known one.
  void RejectUnknownKeys() const;

 private:
  YAML::Node Find(const char* key);
  ConfigReader Open(const char* key);
  int64_t Whole(const char* key, int64_t value, int64_t low, int64_t high);
  double Real(const char* key, double value, double low, double high);
  std::string PathOf(const std::string& key) const;
  [[noreturn]] void Fail(const std::string& key, const YAML::Node& node,
                         const std::string& expected) const;

  YAML::Node mapping_;
  std::string path_;  // dotted path of this mapping, empty at the top
  const ConfigOrigins* origins_;
  std::vector<std::string> known_;
};

/// Writes the fields of a description as YAML: the fully resolved configuration.
class ConfigWriter {
 public:
  template <typename Value>
  void Field(const char* key, const Value* value) {
    mapping_[key] = *value;
  }
  template <typename Number>
  void Field(const char* key, const Number* value, Number, Number) {
    mapping_[key] = Shortest(*value);
  }
  void Field(const char* key, const std::string* value, const std::vector<std::string>&) {
    mapping_[key] = *value;
  }
  template <typename Visitor>
  void Section(const char* key, Visitor visit) {
    ConfigWriter section;
    visit(section);
    mapping_[key] = section.mapping_;
  }
  std::string Text() const;

 private:
  /// The shortest text that reads as the same number.
  template <typename Number>
  static std::string Shortest(Number number) {
    std::array<char, 64> text;
    return {text.data(), std::to_chars(text.begin(), text.end(), number).ptr};
  }
  YAML::Node mapping_{YAML::NodeType::Map};
};

/// Loads a YAML mapping and sets `a.b=value` overrides in it. Throws Error (the file) or UsageError
/// (an override that is not of that form).
YAML::Node LoadConfig(const std::string& file, const std::vector<std::string>& overrides,
                      ConfigOrigins* origins);

}  // namespace raichi
