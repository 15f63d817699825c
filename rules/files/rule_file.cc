#include "rules/files/rule_file.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/yaml/value.h"
#include "rules/board/text.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_fields.h"
#include "rules/rule_keys.h"

namespace raichi {
namespace {

/// Collects the names of the keys of one map.
class KeyLister {
 public:
  explicit KeyLister(bool throne) : throne_(throne) {}

  const std::vector<std::string_view>& known() const { return known_; }
  const std::vector<std::string_view>& required() const { return required_; }

  void Name(const RuleKey& key, std::string&) { Add(key); }
  void Text(const RuleKey& key, std::string&) { Add(key); }
  void Texts(const RuleKey& key, std::vector<std::string>&) { Add(key); }
  void Size(const RuleKey& key, int&) { Add(key); }
  void Setup(const RuleKey& key, std::string&) { Add(key); }
  template <typename T, typename Table>
  void Word(const RuleKey& key, T&, const Table&) {
    Add(key);
  }
  template <typename Table>
  void Classes(const RuleKey& key, ClassSet&, const Table&) {
    Add(key);
  }
  void Squares(const RuleKey& key, std::vector<Square>&) { Add(key); }
  void Count(const RuleKey& key, int&) { Add(key); }
  void Limit(const RuleKey& key, int&, PlyCount) { Add(key); }
  void Number(const RuleKey& key, int&, NumberRange) { Add(key); }
  template <typename Visit>
  void Section(const RuleKey& key, Visit) {
    Add(key);
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, std::optional<T>&, Layout, Visit) {
    Add(key);
  }

 private:
  void Add(const RuleKey& key) {
    known_.push_back(key.name);
    const bool is_required =
        key.presence == Presence::kRequired || (key.presence == Presence::kWithThrone && throne_);
    if (is_required) required_.push_back(key.name);
  }

  bool throne_;
  std::vector<std::string_view> known_, required_;
};

/// Reads the keys of one map of a rule file into the fields of `rules`.
class KeyReader {
 public:
  /// `visit` goes through the keys of the map. Throws Error if the map has others or lacks one.
  template <typename Visit>
  static void Read(const YamlValue& value, const RuleSet& rules, bool throne, Visit visit) {
    KeyReader reader(YamlMap(value), rules, throne);
    KeyLister keys(throne);
    visit(keys);
    reader.map_.CheckKeys(keys.known());
    for (const std::string_view key : keys.required()) reader.map_.Get(key);
    visit(reader);
  }

  void Name(const RuleKey& key, std::string& name) {
    const YamlValue value = map_.Get(key.name);
    name = value.Text();
    if (!IsRuleName(name)) {
      value.Want(
          "a name: at most 64 letters, digits, '-', '_' and '.', a letter or digit first, then "
          "perhaps changes as in +first=defenders");
    }
  }
  void Text(const RuleKey& key, std::string& text) { text = map_.Get(key.name).Text(); }
  void Texts(const RuleKey& key, std::vector<std::string>& texts) {
    if (const auto value = map_.Find(key.name)) texts = value->Texts();
  }
  void Size(const RuleKey& key, int& size) {
    size = map_.Get(key.name).Int(kMinBoardSize, kMaxBoardSize);
  }
  void Setup(const RuleKey& key, std::string& setup) {
    const YamlValue value = map_.Get(key.name);
    setup = value.Text();
    try {
      ParseSquares(setup, rules_.size);
    } catch (const Error& error) {
      value.Fail(error.what());
    }
  }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T& field, const std::array<RuleWord<T>, N>& table) {
    const auto value = map_.Find(key.name);
    if (!value) return;
    const T word = ReadWord(*value, table);
    const bool is_void = key.presence == Presence::kWithThrone && !throne_;
    if (!is_void) field = word;
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet& set,
               const std::array<RuleWord<ClassSet::Word>, N>& table) {
    if (const auto value = map_.Find(key.name)) set = ReadClasses(*value, table);
  }
  void Squares(const RuleKey& key, std::vector<Square>& squares) {
    const auto value = map_.Find(key.name);
    if (!value) return;
    squares = ReadSquares(*value, rules_.size);
    if (squares.empty() && key.presence == Presence::kRequired) {
      value->Fail("no squares; expected at least one, or no map of such squares at all");
    }
  }
  void Count(const RuleKey& key, int& count) {
    const YamlValue value = map_.Get(key.name);
    count = value.Int(0, kMaxPlyCount);
    if (count == 1) value.Fail("1 would end every game; expected 0 (no limit) or at least 2");
  }
  void Limit(const RuleKey& key, int& limit, PlyCount) {
    if (const auto value = map_.Find(key.name)) limit = value->Int(0, kMaxPlyCount);
  }
  void Number(const RuleKey& key, int& number, NumberRange range) {
    if (const auto value = map_.Find(key.name)) number = value->Int(range.least, range.most);
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    if (key.presence == Presence::kIfSet && !map_.Find(key.name)) return;
    Read(map_.Get(key.name), rules_, throne_, visit);
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, std::optional<T>& section, Layout, Visit visit) {
    const auto value = map_.Find(key.name);
    if (!value) return;
    section.emplace();
    Read(*value, rules_, throne_, [&](auto& visitor) { visit(visitor, *section); });
  }

 private:
  KeyReader(YamlMap map, const RuleSet& rules, bool throne)
      : map_(std::move(map)), rules_(rules), throne_(throne) {}

  YamlMap map_;
  const RuleSet& rules_;  // the rules read so far: the size of the board is read before any squares
  bool throne_;
};

/// Compiles rules, which checks keys that depend on each other. If the error message begins with a
/// key of the file, the error is reported at that key, otherwise at the setup.
RulesPtr Compile(RuleSet rules, const YamlMap& file) {
  try {
    return std::make_shared<const Rules>(std::move(rules));
  } catch (const Error& error) {
    const std::string message = error.what();
    if (const auto value = file.Find(message.substr(0, message.find_first_of(".:")))) {
      YamlValue(value->node(), "").Fail(message);
    }
    YamlValue(file.Get("board").node(), "board.setup").Fail(message);
  }
}

}  // namespace

RulesPtr ReadRules(const YamlNode& document) {
  const YamlValue root(document, "");
  const YamlMap file(root);
  RuleSet rules;
  KeyReader::Read(root, rules, file.Find("throne").has_value(),
                  [&](auto& visitor) { VisitRuleKeys(visitor, rules); });
  RulesPtr compiled = Compile(std::move(rules), file);
  // Records and tables contain the rules in canonical form, which must be readable again.
  if (ToYaml(compiled->data()).size() > kMaxYamlBytes) {
    root.Fail("longer than " + std::to_string(kMaxYamlBytes >> 10) + " KiB in canonical form");
  }
  return compiled;
}

RulesPtr ParseRules(std::string_view yaml, const std::string& origin) {
  return ReadRules(ParseYaml(yaml, origin));
}

}  // namespace raichi
