#include "console/rule_json.h"

#include <optional>
#include <type_traits>

#include "rules/board/square_text.h"
#include "rules/rule_keys.h"

namespace raichi {
namespace {

/// Collects the keys of a map as they are in the canonical text.
class JsonWriter {
 public:
  explicit JsonWriter(bool throne) : throne_(throne) {}

  const Json& json() const { return json_; }

  void Name(const RuleKey& key, const std::string& name) { At(key) = name; }
  void Text(const RuleKey& key, const std::string& text) { At(key) = text; }
  void Texts(const RuleKey& key, const std::vector<std::string>& texts) { At(key) = texts; }
  void Size(const RuleKey& key, int size) { At(key) = size; }
  void Setup(const RuleKey& key, const std::string& setup) { At(key) = setup; }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    if (!IsWritten(key, value, throne_)) return;
    if constexpr (std::is_same_v<T, bool>) {
      At(key) = value;
    } else {
      At(key) = WordOf(table, value);
    }
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet set,
               const std::array<RuleWord<ClassSet::Word>, N>& table) {
    if (!IsWritten(key, set, throne_)) return;
    Json& words = At(key) = Json::array();
    for (const auto& [word, value] : table) {
      if ((set.words & value) != 0) words.push_back(word);
    }
  }
  void Squares(const RuleKey& key, const std::vector<Square>& squares) {
    Json& names = At(key) = Json::array();
    for (const Square s : squares) names.push_back(ToString(s));
  }
  void Count(const RuleKey& key, int count) { At(key) = count; }
  void Limit(const RuleKey& key, int limit, PlyCount) {
    if (IsWritten(key, limit, throne_)) At(key) = limit;
  }
  void Number(const RuleKey& key, int number, NumberRange range) {
    if (number != range.least) At(key) = number;
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    JsonWriter inside(throne_);
    visit(inside);
    if (key.presence == Presence::kIfSet && inside.json_.empty()) return;
    At(key) = inside.json_;
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>& section, Layout, Visit visit) {
    if (section) Section(key, [&](auto& visitor) { visit(visitor, *section); });
  }

 private:
  Json& At(const RuleKey& key) { return json_[std::string(key.name)]; }

  bool throne_;
  Json json_ = Json::object();
};

}  // namespace

Json RulesToJson(const RuleSet& rules) {
  JsonWriter writer(rules.throne.has_value());
  VisitRuleKeys(writer, rules);
  return writer.json();
}

}  // namespace raichi
