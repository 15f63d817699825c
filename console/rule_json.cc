#include "console/rule_json.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "console/output.h"
#include "rules/board/text.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/rule_keys.h"
#include "rules/words/words.h"

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

namespace {

constexpr std::array<std::string_view, 4> kNotRules = {"name", "title", "sources", "assumed"};

/// Returns the value of `key` in a map, or null if there is none.
Json ValueOf(const Json& map, const std::string& key) {
  return map.is_object() && map.contains(key) ? map[key] : Json();
}

/// Appends the keys of the maps `first` and `second` that differ; one of them may be null.
void Compare(const std::string& path, const Json& first, const Json& second,
             std::vector<RuleDifference>* found) {
  if (first == second) return;
  if (!first.is_object() && !second.is_object()) return found->push_back({path, first, second});
  const std::string prefix = path.empty() ? "" : path + ".";
  const Json& order = first.is_object() ? first : second;
  for (const auto& [key, value] : order.items()) {
    Compare(prefix + key, ValueOf(first, key), ValueOf(second, key), found);
  }
  if (&order == &second || !second.is_object()) return;
  for (const auto& [key, value] : second.items()) {
    if (!first.contains(key)) Compare(prefix + key, Json(), value, found);
  }
}

Json OnlyRules(const RuleSet& rules) {
  Json json = RulesToJson(rules);
  for (const std::string_view key : kNotRules) json.erase(std::string(key));
  return json;
}

}  // namespace

std::vector<RuleDifference> DifferencesOf(const RuleSet& first, const RuleSet& second) {
  std::vector<RuleDifference> found;
  Compare("", OnlyRules(first), OnlyRules(second), &found);
  return found;
}

std::string RuleValueText(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return JsonText(value);
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : ", ") + RuleValueText(item);
  return "[" + text + "]";
}

namespace {

Move ParseNext(const Game& game, const std::string& word) {
  try {
    if (game.IsOver()) {
      throw Error("move " + QuoteForError(word) + ": the game is over (" + DescribeResult(game) +
                  ")");
    }
    return ParseLegalMove(game, word);
  } catch (const Error& error) {
    throw Error(fmt::format("ply {}: {}", game.ply() + 1, error.what()));
  }
}

/// Returns a word without the number of a turn that precedes it: `12.e3-c3` or `12...e3-c3`.
std::string_view WithoutNumber(std::string_view word) {
  const size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  std::string_view rest = word.substr(digits);
  if (digits == 0 || !(rest.starts_with('.') || rest.starts_with("…"))) return word;
  while (rest.starts_with('.')) rest.remove_prefix(1);
  if (rest.starts_with("…")) rest.remove_prefix(std::string_view("…").size());
  return rest;
}

}  // namespace

void PlayMoves(const std::string& moves, Game* game,
               const std::function<void(Move move, const Step& step)>& on_move) {
  std::string spaced = moves;
  std::ranges::replace(spaced, ',', ' ');
  std::istringstream words(spaced);
  for (std::string word; words >> word;) {
    std::string text(WithoutNumber(word));
    if (text.empty() || text == "…" || text == "...") continue;
    // Captures may stand apart: `e3-c3 xc4 xb3`. No board has a file x.
    while ((words >> std::ws).peek() == 'x' && words >> word) text += word;
    const Move move = ParseNext(*game, text);
    const Step step = game->Play(move);
    if (on_move) on_move(move, step);
  }
}

Game OpenGame(const PositionArguments& arguments) {
  RulesPtr rules = OpenRules(arguments.rules);
  if (arguments.position.empty()) return Game(rules);
  return Game(rules, ParsePosition(*rules, arguments.position));
}

}  // namespace raichi
