#include "rules/files/rule_fields.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "rules/board/square_text.h"
#include "rules/rule_keys.h"

namespace raichi {
namespace {

using Kind = RuleField::Kind;

std::string List(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) list += (list.empty() ? "" : ",") + item;
  return "[" + list + "]";
}

class FieldLister {
 public:
  /// With `absent`, keys of maps that the rules do not have are listed too.
  FieldLister(const RuleSet& rules, bool absent) : rules_(rules), absent_(absent) {}

  std::vector<RuleField>& fields() { return fields_; }

  void Name(const RuleKey& key, const std::string&) { Add(key, Kind::kText, ""); }
  void Text(const RuleKey& key, const std::string&) { Add(key, Kind::kText, ""); }
  void Texts(const RuleKey& key, const std::vector<std::string>&) { Add(key, Kind::kText, ""); }
  void Size(const RuleKey& key, int size) { AddValue(key, size, std::to_string(size)); }
  void Setup(const RuleKey& key, const std::string& setup) {
    AddValue(key, setup, SquaresToString(ParseSquares(setup, rules_.size), rules_.size));
  }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    if (key.presence == Presence::kWithThrone && !rules_.throne) return;
    AddValue(key, value, std::string(WordOf(table, value)));
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet set,
               const std::array<RuleWord<ClassSet::Word>, N>& table) {
    std::vector<std::string> words;
    for (const auto& [word, value] : table) {
      if ((set.words & value) != 0) words.emplace_back(word);
    }
    AddValue(key, set, List(words));
  }
  void Squares(const RuleKey& key, std::vector<Square> squares) {
    std::sort(squares.begin(), squares.end());
    std::vector<std::string> names;
    for (const Square s : squares) names.push_back(ToString(s));
    AddValue(key, squares, List(names));
  }
  void Number(const RuleKey& key, int number, NumberRange range) {
    AddValue(key, number, std::to_string(number));
    fields_.back().may_be_left_out = number == range.least;
  }
  void Count(const RuleKey& key, int count) { AddValue(key, count, std::to_string(count)); }
  void Limit(const RuleKey& key, int limit, PlyCount) {
    AddValue(key, limit, std::to_string(limit));
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    if (key.presence == Presence::kIfSet) {
      Add(key, Kind::kSection, "");
      fields_.back().may_be_left_out = true;
    }
    GoThrough(key, visit);
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>& section, Layout, Visit visit) {
    Add(key, Kind::kSection, section ? "" : "none");
    const T none{};
    if (!section && !absent_) return;
    GoThrough(key, [&](auto& visitor) { visit(visitor, section ? *section : none); });
  }

 private:
  template <typename Visit>
  void GoThrough(const RuleKey& key, Visit visit) {
    const std::string outer = std::exchange(prefix_, prefix_ + std::string(key.name) + ".");
    visit(*this);
    prefix_ = outer;
  }
  void Add(const RuleKey& key, Kind kind, std::string value) {
    fields_.push_back({prefix_ + std::string(key.name), kind, std::move(value)});
  }
  template <typename Value>
  void AddValue(const RuleKey& key, const Value& value, std::string text) {
    Add(key, Kind::kValue, std::move(text));
    const bool is_optional =
        key.presence == Presence::kOptional || key.presence == Presence::kIfSet;
    fields_.back().may_be_left_out = is_optional && value == Value{};
  }

  const RuleSet& rules_;
  const bool absent_;
  std::string prefix_;
  std::vector<RuleField> fields_;
};

}  // namespace

std::vector<RuleField> FieldsOf(const RuleSet& rules) {
  FieldLister lister(rules, false);
  VisitRuleKeys(lister, rules);
  return std::move(lister.fields());
}

std::vector<std::string> OptionalMaps() {
  RuleSet rules;
  rules.setup = "9/9/9/9/4K4/9/9/9/9";
  FieldLister lister(rules, true);
  VisitRuleKeys(lister, rules);
  std::vector<std::string> maps;
  for (const RuleField& field : lister.fields()) {
    if (field.kind == Kind::kSection) maps.push_back(field.path);
  }
  return maps;
}

}  // namespace raichi
