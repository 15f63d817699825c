#include "rules/files/rule_fields.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "rules/board/text.h"
#include "rules/rule_keys.h"

namespace raichi {

std::vector<Square> ReadSquares(const YamlValue& value, int size) {
  std::vector<Square> squares;
  for (const YamlValue& item : value.Items("squares")) {
    Square square;
    try {
      square = ParseSquare(item.node().text, size);
    } catch (const Error& error) {
      item.Fail(error.what());
    }
    const bool known = std::find(squares.begin(), squares.end(), square) != squares.end();
    if (known) item.Fail(item.node().text + " is named twice");
    squares.push_back(square);
  }
  return squares;
}

namespace {

using Kind = RuleField::Kind;
using Input = RuleField::Input;

std::string FlowList(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) list += (list.empty() ? "" : ",") + item;
  return "[" + list + "]";
}

class FieldLister {
 public:
  /// If `absent` is true, also lists keys that the rules do not have.
  FieldLister(const RuleSet& rules, bool absent) : rules_(rules), absent_(absent) {}

  std::vector<RuleField>& fields() { return fields_; }

  void Name(const RuleKey& key, const std::string&) { Add(key, Kind::kText, ""); }
  void Text(const RuleKey& key, const std::string&) { Add(key, Kind::kText, ""); }
  void Texts(const RuleKey& key, const std::vector<std::string>&) { Add(key, Kind::kText, ""); }
  void Size(const RuleKey& key, int size) { AddNumber(key, size, {kMinBoardSize, kMaxBoardSize}); }
  void Setup(const RuleKey& key, const std::string& setup) {
    AddValue(key, setup, SquaresToString(ParseSquares(setup, rules_.size), rules_.size));
    fields_.back().input = Input::kSetup;
  }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    const bool with_throne = key.presence == Presence::kWithThrone;
    if (with_throne && !rules_.throne && !absent_) return;
    AddValue(key, value, std::string(WordOf(table, value)));
    AddWords(table);
    fields_.back().input = std::is_same_v<T, bool> ? Input::kSwitch : Input::kChoice;
    if (with_throne) fields_.back().needs = "throne";
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet set,
               const std::array<RuleWord<ClassSet::Word>, N>& table) {
    std::vector<std::string> words;
    for (const auto& [word, value] : table) {
      if ((set.words & value) != 0) words.emplace_back(word);
    }
    AddValue(key, set, FlowList(words));
    AddWords(table);
    fields_.back().input = Input::kChoices;
  }
  void Squares(const RuleKey& key, std::vector<Square> squares) {
    std::sort(squares.begin(), squares.end());
    std::vector<std::string> names;
    for (const Square s : squares) names.push_back(ToString(s));
    AddValue(key, squares, FlowList(names));
    fields_.back().input = Input::kSquares;
  }
  void Number(const RuleKey& key, int number, NumberRange range) {
    AddNumber(key, number, range);
    fields_.back().may_be_left_out = number == range.least;
  }
  void Count(const RuleKey& key, int count) { AddNumber(key, count, {0, kMaxPlyCount}); }
  void Limit(const RuleKey& key, int limit, PlyCount) { AddNumber(key, limit, {0, kMaxPlyCount}); }
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
    fields_.back().input = Input::kSwitch;
    if (!section && !absent_) return;
    const std::string outer = std::exchange(needs_, fields_.back().path);
    GoThrough(key, [&](auto& visitor) { visit(visitor, section ? *section : none); });
    needs_ = outer;
  }

 private:
  template <typename Visit>
  void GoThrough(const RuleKey& key, Visit visit) {
    const std::string outer = std::exchange(prefix_, prefix_ + std::string(key.name) + ".");
    visit(*this);
    prefix_ = outer;
  }
  void Add(const RuleKey& key, Kind kind, std::string value) {
    RuleField& field = fields_.emplace_back();
    field.path = prefix_ + std::string(key.name);
    field.kind = kind;
    field.value = std::move(value);
    field.needs = needs_;
  }
  template <typename Value>
  void AddValue(const RuleKey& key, const Value& value, std::string text) {
    Add(key, Kind::kValue, std::move(text));
    const bool is_optional =
        key.presence == Presence::kOptional || key.presence == Presence::kIfSet;
    fields_.back().may_be_left_out = is_optional && value == Value{};
  }
  void AddNumber(const RuleKey& key, int number, NumberRange range) {
    AddValue(key, number, std::to_string(number));
    fields_.back().input = Input::kNumber;
    fields_.back().least = range.least;
    fields_.back().most = range.most;
  }
  template <typename Table>
  void AddWords(const Table& table) {
    for (const auto& entry : table) fields_.back().words.emplace_back(entry.word);
  }

  const RuleSet& rules_;
  const bool absent_;
  std::string prefix_;
  std::string needs_;
  std::vector<RuleField> fields_;
};

std::vector<RuleField> List(const RuleSet& rules, bool absent) {
  FieldLister lister(rules, absent);
  VisitRuleKeys(lister, rules);
  return std::move(lister.fields());
}

}  // namespace

std::vector<RuleField> FieldsOf(const RuleSet& rules) { return List(rules, false); }

std::vector<RuleField> AllFieldsOf(const RuleSet& rules) { return List(rules, true); }

std::vector<std::string> OptionalMaps() {
  RuleSet rules;
  rules.setup = "9/9/9/9/4K4/9/9/9/9";
  std::vector<std::string> maps;
  for (const RuleField& field : AllFieldsOf(rules)) {
    if (field.kind == Kind::kSection) maps.push_back(field.path);
  }
  return maps;
}

}  // namespace raichi
