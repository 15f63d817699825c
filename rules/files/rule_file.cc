#include "rules/files/rule_file.h"

#include <array>
#include <cstddef>
#include <utility>

#include "rules/error.h"
#include "rules/files/rule_value.h"
#include "rules/notation.h"
#include "rules/yaml/value.h"

namespace raichi {
namespace {

constexpr int kMaxCount = 30000;  // of repetitions and of plies: a game's counters are 16 bits
constexpr size_t kMaxName = 64;

/// A map of a rule file with the keys that it must and may have.
class RuleSection {
 public:
  using Keys = YamlMap::Keys;
  RuleSection(const YamlValue& value, Keys required, Keys optional = {}) : map_(value) {
    std::vector<std::string_view> known(required.begin(), required.end());
    known.insert(known.end(), optional.begin(), optional.end());
    map_.CheckKeys(known);
    for (const std::string_view key : required) map_.Get(key);
  }
  std::optional<YamlValue> Find(std::string_view key) const { return map_.Find(key); }
  YamlValue operator[](std::string_view key) const { return map_.Get(key); }

 private:
  YamlMap map_;
};

std::string ReadName(const YamlValue& value) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  std::string name = value.Text();
  if (name.empty() || name.size() > kMaxName || name[0] == '.' || name[0] == '-' ||
      name.find_first_not_of(kAllowed) != std::string::npos || name == "null") {
    value.Want("a name: at most 64 letters, digits, '-', '_' and '.', a letter or digit first");
  }
  return name;
}

std::string ReadSetup(const YamlValue& value, int size) {
  std::string setup = value.Text();
  try {
    ParseSquares(setup, size);
  } catch (const Error& error) {
    value.Fail(error.what());
  }
  return setup;
}

KingRules ReadKing(const YamlValue& value, bool throne) {
  static constexpr std::array<std::string_view, 2> kKeys = {"armed", "capture"};
  static constexpr std::array<std::string_view, 4> kCapture = {"open", "at_edge", "beside_throne",
                                                               "on_throne"};
  const RuleSection king(value, kKeys);
  const RuleSection::Keys keys(kCapture);
  const RuleSection capture(king["capture"], keys.first(throne ? 4 : 2),
                            keys.subspan(throne ? 4 : 2));
  KingRules rules;
  rules.armed = ReadWord(king["armed"], kArmedWords);
  rules.open = ReadWord(capture["open"], kKingCaptureWords);
  rules.at_edge = ReadWord(capture["at_edge"], kKingCaptureWords);
  for (const auto& [key, how] : {std::pair{"beside_throne", &rules.beside_throne},
                                 std::pair{"on_throne", &rules.on_throne}}) {
    if (const auto word = capture.Find(key)) {
      const KingCapture given = ReadWord(*word, kKingCaptureWords);
      if (throne) *how = given;
    }
  }
  return rules;
}

ThroneRules ReadThrone(const YamlValue& value) {
  static constexpr std::array<std::string_view, 3> kRequired = {"stop", "pass", "hostile_empty"};
  static constexpr std::array<std::string_view, 2> kOptional = {"hostile_occupied", "linnaean"};
  const RuleSection throne(value, kRequired, kOptional);
  ThroneRules rules;
  rules.stop = ReadClasses(throne["stop"], kClassWords);
  rules.pass = ReadClasses(throne["pass"], kClassWords);
  rules.hostile_empty = ReadClasses(throne["hostile_empty"], kClassWords);
  if (const auto v = throne.Find("hostile_occupied")) {
    rules.hostile_occupied = ReadClasses(*v, kClassWords);
  }
  if (const auto v = throne.Find("linnaean")) rules.linnaean = ReadWord(*v, kBoolWords);
  return rules;
}

CornerRules ReadCorners(const YamlValue& value) {
  static constexpr std::array<std::string_view, 2> kKeys = {"stop", "hostile"};
  const RuleSection corners(value, kKeys);
  return {ReadClasses(corners["stop"], kClassWords), ReadClasses(corners["hostile"], kClassWords)};
}

CampRules ReadCamps(const YamlValue& value, int size) {
  static constexpr std::array<std::string_view, 4> kRequired = {"squares", "stop", "pass",
                                                                "hostile"};
  static constexpr std::array<std::string_view, 1> kOptional = {"neutral"};
  const RuleSection camps(value, kRequired, kOptional);
  CampRules rules;
  rules.squares = ReadSquares(camps["squares"], size);
  if (rules.squares.empty()) camps["squares"].Fail("no squares; leave 'camps' out instead");
  rules.stop = ReadClasses(camps["stop"], kCampClassWords);
  rules.pass = ReadClasses(camps["pass"], kCampClassWords);
  rules.hostile = ReadClasses(camps["hostile"], kCampClassWords);
  if (const auto neutral = camps.Find("neutral")) rules.neutral = ReadSquares(*neutral, size);
  return rules;
}

RepetitionRules ReadRepetition(const YamlValue& value) {
  static constexpr std::array<std::string_view, 2> kKeys = {"count", "result"};
  const RuleSection repetition(value, kKeys);
  const YamlValue count = repetition["count"];
  RepetitionRules rules;
  rules.count = count.Int(0, kMaxCount);
  if (rules.count == 1) count.Fail("1 ends every game; 0 means free repetition, 2 the first one");
  rules.result = ReadWord(repetition["result"], kRepetitionWords);
  return rules;
}

void ReadBoard(const YamlValue& value, RuleSet* rules) {
  static constexpr std::array<std::string_view, 2> kKeys = {"size", "setup"};
  const RuleSection board(value, kKeys);
  rules->size = board["size"].Int(kMinBoardSize, kMaxBoardSize);
  rules->setup = ReadSetup(board["setup"], rules->size);
}

RuleSet ReadRuleSet(const YamlValue& root) {
  static constexpr std::array<std::string_view, 9> kRequired = {
      "name", "title", "sources", "board", "first", "king", "goal", "repetition", "no_moves"};
  static constexpr std::array<std::string_view, 9> kOptional = {
      "assumed",    "throne",     "corners",     "camps",    "encirclement",
      "shieldwall", "exit_forts", "quiet_limit", "ply_limit"};
  const RuleSection file(root, kRequired, kOptional);
  RuleSet rules;
  rules.name = ReadName(file["name"]);
  rules.title = file["title"].Text();
  rules.sources = file["sources"].Texts();
  if (const auto v = file.Find("assumed")) rules.assumed = v->Texts();
  ReadBoard(file["board"], &rules);
  rules.first = ReadWord(file["first"], kSideWords);
  if (const auto v = file.Find("throne")) rules.throne = ReadThrone(*v);
  if (const auto v = file.Find("corners")) rules.corners = ReadCorners(*v);
  if (const auto v = file.Find("camps")) rules.camps = ReadCamps(*v, rules.size);
  rules.king = ReadKing(file["king"], rules.throne.has_value());
  rules.goal = ReadWord(file["goal"], kGoalWords);
  rules.repetition = ReadRepetition(file["repetition"]);
  rules.no_moves = ReadWord(file["no_moves"], kNoMovesWords);
  if (const auto v = file.Find("encirclement")) rules.encirclement = ReadWord(*v, kBoolWords);
  if (const auto v = file.Find("shieldwall")) rules.shieldwall = ReadWord(*v, kBoolWords);
  if (const auto v = file.Find("exit_forts")) rules.exit_forts = ReadWord(*v, kBoolWords);
  if (const auto v = file.Find("quiet_limit")) rules.quiet_limit = v->Int(0, kMaxCount);
  if (const auto v = file.Find("ply_limit")) rules.ply_limit = v->Int(0, kMaxCount);
  return rules;
}

/// Compiles the rules, which makes the checks between keys. Errors that begin with a key of the
/// file are about that; all others are about the setup.
void CheckTogether(const RuleSet& rules, const YamlValue& root) {
  try {
    const Rules compiled(rules);
  } catch (const Error& error) {
    const std::string message = error.what();
    const std::string key = message.substr(0, message.find_first_of(".:"));
    const YamlNode& file = root.node();
    const auto fail_at = [&](std::string_view name, std::string_view path) {
      for (size_t i = 0; i < file.keys.size(); ++i) {
        if (file.keys[i].text != name) continue;
        YamlValue(file.items[i], std::string(path)).Fail(message);
      }
    };
    fail_at(key, "");
    fail_at("board", "board.setup");
  }
}

}  // namespace

RuleSet RuleSetFrom(const YamlNode& document) {
  const YamlValue root(document, "");
  RuleSet rules = ReadRuleSet(root);
  CheckTogether(rules, root);
  return rules;
}

RuleSet ParseRuleSet(std::string_view yaml, const std::string& origin) {
  return RuleSetFrom(ParseYaml(yaml, origin));
}

}  // namespace raichi
