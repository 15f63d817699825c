#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/value.h"

namespace raichi {

/// A section of a study's plan. All of its keys may be left out; then what is read into is left as
/// it is. Everything throws Error, naming file, line and key, if a value is not what is expected.
class PlanSection {
 public:
  /// Throws Error if `value` has other keys.
  PlanSection(const YamlValue& value, std::initializer_list<std::string_view> keys);

  void Read(std::string_view key, std::string* text) const;
  void Read(std::string_view key, int low, int high, int* number) const;
  void Read(std::string_view key, double low, double high, double* number) const;
  /// Both read a list in which nothing occurs twice: the games of equal items would count twice.
  void ReadSet(std::string_view key, std::vector<std::string>* texts) const;
  void ReadSet(std::string_view key, int low, int high, std::vector<int>* numbers) const;
  /// Both read names of rule sets, with or without changes, that can be opened.
  void ReadRules(std::string_view key, std::string* rules) const;
  void ReadRules(std::string_view key, std::vector<std::string>* rules) const;
  std::optional<YamlValue> Find(std::string_view key) const { return map_.Find(key); }

 private:
  YamlMap map_;
};

/// Throws Error at a value of a plan if `rules` cannot be opened.
void CheckRules(const YamlValue& value, const std::string& rules);

}  // namespace raichi
