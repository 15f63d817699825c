#include "rules/canonical_yaml.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "base/text.h"
#include "rules/board/text.h"
#include "rules/rule_keys.h"

namespace raichi {
namespace {

std::string List(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) list += (list.empty() ? "" : ", ") + item;
  return "[" + list + "]";
}

/// Collects the keys of one map as `key: value` lines or as the inside of `{…}`. At the top level,
/// a section takes one line, or a heading line followed by indented lines.
class CanonicalWriter {
 public:
  enum class Form { kTop, kIndented, kBraces };
  CanonicalWriter(Form form, bool names, bool throne)
      : form_(form), names_(names), throne_(throne) {}

  const std::string& text() const { return text_; }

  void Name(const RuleKey& key, const std::string& name) {
    if (names_) Add(key, name);
  }
  void Text(const RuleKey& key, const std::string& text) {
    if (names_) Add(key, QuoteYaml(text));
  }
  void Texts(const RuleKey& key, const std::vector<std::string>& texts) {
    if (!names_) return;
    text_ += std::string(key.name) + ":" + (texts.empty() ? " []\n" : "\n");
    for (const std::string& text : texts) text_ += "  - " + QuoteYaml(text) + "\n";
  }
  void Size(const RuleKey& key, int size) { Add(key, std::to_string(size)); }
  void Setup(const RuleKey& key, const std::string& setup) { Add(key, setup); }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    if (IsWritten(key, value, throne_)) Add(key, WordOf(table, value));
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet set,
               const std::array<RuleWord<ClassSet::Word>, N>& table) {
    if (!IsWritten(key, set, throne_)) return;
    std::vector<std::string> words;
    for (const auto& [word, value] : table) {
      if ((set.words & value) != 0) words.emplace_back(word);
    }
    Add(key, List(words));
  }
  void Squares(const RuleKey& key, const std::vector<Square>& squares) {
    std::vector<std::string> names;
    for (const Square s : squares) names.push_back(ToString(s));
    Add(key, List(names));
  }
  void Count(const RuleKey& key, int count) { Add(key, std::to_string(count)); }
  void Limit(const RuleKey& key, int limit, PlyCount) {
    if (IsWritten(key, limit, throne_)) Add(key, std::to_string(limit));
  }
  void Number(const RuleKey& key, int number, NumberRange range) {
    if (number != range.least) Add(key, std::to_string(number));
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    CanonicalWriter inside(Form::kBraces, names_, throne_);
    visit(inside);
    if (key.presence == Presence::kIfSet && inside.text_.empty()) return;
    Add(key, "{" + inside.text_ + "}");
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>& section, Layout layout,
                       Visit visit) {
    if (!section) return;
    if (layout == Layout::kOneLine) return Section(key, [&](auto& v) { visit(v, *section); });
    CanonicalWriter inside(Form::kIndented, names_, throne_);
    visit(inside, *section);
    text_ += std::string(key.name) + ":\n" + inside.text_;
  }

 private:
  void Add(const RuleKey& key, std::string_view value) {
    if (form_ == Form::kBraces && !text_.empty()) text_ += ", ";
    if (form_ == Form::kIndented) text_ += "  ";
    text_.append(key.name).append(": ").append(value);
    if (form_ != Form::kBraces) text_ += '\n';
  }

  Form form_;
  bool names_;  // whether names, titles and other texts for people are written
  bool throne_;
  std::string text_;
};

std::string Write(const RuleSet& rules, bool names) {
  CanonicalWriter writer(CanonicalWriter::Form::kTop, names, rules.throne.has_value());
  VisitRuleKeys(writer, rules);
  return writer.text();
}

uint64_t HashText(std::string_view text) {
  uint64_t hash = 0x7a626c7574u;
  for (const char c : text) hash = Mix64(hash ^ static_cast<unsigned char>(c));
  return hash;
}

}  // namespace

std::string ToYaml(const RuleSet& rules) { return Write(rules, true); }

uint64_t RuleFingerprint(const RuleSet& rules, const std::string& setup) {
  RuleSet plain = rules;
  plain.setup = setup;
  if (plain.camps) {
    std::sort(plain.camps->squares.begin(), plain.camps->squares.end());
    std::sort(plain.camps->neutral.begin(), plain.camps->neutral.end());
  }
  return HashText(Write(plain, false));
}

std::string RecordedRules(const RuleSet& rules) {
  RuleSet plain = rules;
  plain.sources.clear();
  plain.assumed.clear();
  return ToYaml(plain);
}

}  // namespace raichi
