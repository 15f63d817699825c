#include "tools/commands/key_words.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <string_view>

#include "app/balance/study/plan.h"
#include "base/config_keys.h"
#include "base/error.h"
#include "base/text.h"
#include "base/yaml/write.h"
#include "console/output.h"
#include "nn/input/input_names.h"
#include "rules/rule_keys.h"
#include "run/config/config.h"

namespace raichi {
namespace {

template <typename Table>
std::string QuotedWords(const Table& table) {
  return Join(table, ", ", [](const auto& entry) { return '`' + std::string(entry.word) + '`'; });
}

std::string Bounds(int least, int most) {
  return std::to_string(least) + " to " + std::to_string(most);
}

/// The visitor of VisitRuleKeys that describes each key of an empty rule set.
class RuleKeyWriter {
 public:
  std::vector<KeyWords> Take() { return std::move(keys_); }

  void Name(const RuleKey& key, const std::string&) {
    Add(key,
        "a name: at most 64 letters, digits, `-`, `_` and `.`, a letter or digit first, then "
        "perhaps changes",
        "");
  }
  void Text(const RuleKey& key, const std::string&) { Add(key, "a line of text", ""); }
  void Texts(const RuleKey& key, const std::vector<std::string>&) {
    Add(key, "a list of texts", "`[]`");
  }
  void Size(const RuleKey& key, int) { Add(key, Bounds(kMinBoardSize, kMaxBoardSize), ""); }
  void Setup(const RuleKey& key, const std::string&) { Add(key, "the squares of a position", ""); }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    Add(key, QuotedWords(table), '`' + std::string(WordOf(table, value)) + '`');
  }
  template <typename Table>
  void Classes(const RuleKey& key, ClassSet, const Table& table) {
    Add(key, "a list of " + QuotedWords(table), "`[]`");
  }
  void Squares(const RuleKey& key, const std::vector<Square>&) {
    Add(key, "a list of squares", "`[]`");
  }
  void Count(const RuleKey& key, int) { Add(key, "0, or " + Bounds(2, kMaxPlyCount), ""); }
  void Limit(const RuleKey& key, int limit, PlyCount) {
    Add(key, Bounds(0, kMaxPlyCount), '`' + std::to_string(limit) + '`');
  }
  void Number(const RuleKey& key, int, NumberRange range) {
    Add(key, Bounds(range.least, range.most), '`' + std::to_string(range.least) + '`');
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    Add(key, "a map", "none");
    keys_.back().is_section = true;
    const std::string outer = section_;
    section_ += std::string(key.name) + ".";
    visit(*this);
    section_ = outer;
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>&, Layout, Visit visit) {
    const T none{};
    Section(key, [&](auto& visitor) { visit(visitor, none); });
  }

 private:
  void Add(const RuleKey& key, const std::string& values, const std::string& otherwise) {
    keys_.push_back({.name = section_ + std::string(key.name),
                     .values = values,
                     .required = key.presence == Presence::kRequired     ? "always"
                                 : key.presence == Presence::kWithThrone ? "with a throne"
                                                                         : "",
                     .otherwise = otherwise,
                     .help = std::string(key.help)});
  }

  std::string section_;
  std::vector<KeyWords> keys_;
};

std::string WithoutMarkdown(const std::string& text) {
  static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
  std::string plain = std::regex_replace(text, link, "$1");
  std::erase(plain, '`');
  return plain;
}

std::string Row(const std::vector<std::string>& cells) {
  return "| " + Join(cells, " | ") + " |\n";
}

std::string AsCode(const std::string& text) { return text.empty() ? "" : '`' + text + '`'; }

std::string InputTable(const std::string& what, const std::vector<InputName>& inputs) {
  std::string table = Row({what, "name", "meaning"}) + "|---:|---|---|\n";
  for (size_t i = 0; i < inputs.size(); ++i) {
    table += Row({std::to_string(i), AsCode(inputs[i].name), inputs[i].meaning});
  }
  return table;
}

template <typename Config>
std::vector<KeyWords> WordsOfKeysOf(Config config) {
  KeyList list;
  ListKeys(&config, &list);
  std::vector<KeyWords> words;
  std::string section;
  for (const ConfigKey& key : list.keys()) {
    const std::string first = key.name.substr(0, key.name.find('.'));
    const auto help = list.sections().find(first);
    if (first != section && help != list.sections().end()) {
      words.push_back({.name = first, .help = help->second, .is_section = true});
    }
    section = first;
    words.push_back({.name = key.name,
                     .values = key.Range(),
                     .otherwise = AsCode(key.Text()),
                     .may_change = key.may_change,
                     .help = key.help});
  }
  return words;
}

}  // namespace

std::vector<KeyWords> WordsOfRunKeys() { return WordsOfKeysOf(RunConfig()); }
std::vector<KeyWords> WordsOfPlanKeys() { return WordsOfKeysOf(StudyPlan()); }

std::vector<KeyWords> WordsOfRuleKeys() {
  RuleKeyWriter writer;
  const RuleSet none;
  VisitRuleKeys(writer, none);
  return writer.Take();
}

std::vector<KeyWords> Select(const std::vector<KeyWords>& keys, const std::string& name) {
  std::vector<KeyWords> selected;
  std::vector<std::string_view> names;
  for (const KeyWords& key : keys) {
    if (key.name == name || key.name.starts_with(name + ".")) selected.push_back(key);
    names.push_back(key.name);
  }
  if (selected.empty()) {
    throw UsageError("keys: " + QuoteForError(name) + " is no key" + DidYouMean(name, names));
  }
  return selected;
}

void PrintKeys(const std::vector<KeyWords>& keys) {
  constexpr size_t kColumns = 100, kIndent = 4;
  const size_t columns = ProseWidth(stdout, kColumns);
  std::string text;
  for (const KeyWords& key : keys) {
    text += key.name;
    if (key.is_section) {
      text += ".*";
    } else if (!key.required.empty()) {
      text += "   required " + key.required;
    } else {
      text += " = " + WithoutMarkdown(key.otherwise);
    }
    if (!key.is_section && !key.values.empty()) text += "   (" + WithoutMarkdown(key.values) + ")";
    text += key.may_change ? "   may change\n" : "\n";
    if (key.help.empty()) continue;
    const std::string help = std::string(kIndent, ' ') + WithoutMarkdown(key.help);
    text += Wrap(help, columns, kIndent) + '\n';
  }
  std::cout << text;
}

namespace {

/// Returns a table of keys. A kind of file whose keys a run may change has a column for that.
std::string Table(const std::vector<KeyWords>& keys, bool has_changes) {
  const auto row = [has_changes](std::vector<std::string> cells) {
    if (!has_changes) cells.erase(cells.begin() + 3);
    return Row(cells);
  };
  std::string table = row({"key", "default", "range", "may change", "meaning"}) +
                      (has_changes ? "|---|---|---|---|---|\n" : "|---|---|---|---|\n");
  for (const KeyWords& key : keys) {
    table += row({key.is_section ? "**" + key.name + "**" : AsCode(key.name), key.otherwise,
                  key.values, key.may_change ? "yes" : "", key.help});
  }
  return table;
}

}  // namespace

std::string KeysPage() {
  std::string page =
      "# Keys and inputs\n\n<!-- made by `raichi keys --markdown` -->\n\n"
      "## Of run configurations\n\nEvery key has a default. A later start of a run may change "
      "those "
      "that say so.\n[configuration.md](configuration.md) explains the files and `auto`.\n\n";
  page += Table(WordsOfRunKeys(), true);
  page +=
      "\n## Of plans of studies\n\nFor `raichi balance PLAN`; [balance.md](balance.md) explains "
      "studies. Every key may be left out, but a plan needs rule sets and players.\n\n" +
      Table(WordsOfPlanKeys(), false);
  page += "\n## Of rule files\n\n[rules.md](rules.md) explains what they mean in play.\n\n";
  page += Row({"key", "value", "if left out", "meaning"}) + "|---|---|---|---|\n";
  for (const KeyWords& key : WordsOfRuleKeys()) {
    page += Row({AsCode(key.name), key.values,
                 key.required.empty() ? key.otherwise : "required " + key.required, key.help});
  }
  page += "\n## Of a network's input\n\n[network.md](network.md#input) explains the canvas.\n\n";
  page += InputTable("plane", PlaneNames()) + '\n' + InputTable("number", NumberNames());
  return page;
}

Json ToJson(const KeyWords& key) {
  return {{"key", key.name},
          {"values", WithoutMarkdown(key.values)},
          {"required", key.required},
          {"default", WithoutMarkdown(key.otherwise)},
          {"may_change", key.may_change},
          {"help", WithoutMarkdown(key.help)}};
}

}  // namespace raichi
