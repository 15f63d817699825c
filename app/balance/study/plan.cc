#include "app/balance/study/plan.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/yaml/value.h"
#include "base/yaml/yaml.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

std::string ItemText(const std::string& item) { return "'" + item + "'"; }
std::string ItemText(int item) { return std::to_string(item); }

template <typename Item>
void CheckNothingTwice(const YamlValue& list, std::vector<Item> items) {
  std::ranges::sort(items);
  const auto found = std::ranges::adjacent_find(items);
  if (found != items.end()) list.Fail(ItemText(*found) + " is listed twice");
}

}  // namespace

PlanSection::PlanSection(const YamlValue& value, std::initializer_list<std::string_view> keys)
    : map_(value) {
  map_.CheckKeys(std::vector<std::string_view>(keys));
}

void PlanSection::Read(std::string_view key, std::string* text) const {
  if (const auto value = Find(key)) *text = value->Text();
}

void PlanSection::Read(std::string_view key, int low, int high, int* number) const {
  if (const auto value = Find(key)) *number = value->Int(low, high);
}

void PlanSection::Read(std::string_view key, double low, double high, double* number) const {
  if (const auto value = Find(key)) *number = value->Real(low, high);
}

void PlanSection::ReadSet(std::string_view key, std::vector<std::string>* texts) const {
  const auto value = Find(key);
  if (!value) return;
  *texts = value->Texts();
  CheckNothingTwice(*value, *texts);
}

void PlanSection::ReadSet(std::string_view key, int low, int high,
                          std::vector<int>* numbers) const {
  const auto value = Find(key);
  if (!value) return;
  numbers->clear();
  for (const YamlValue& item : value->Items("numbers")) numbers->push_back(item.Int(low, high));
  CheckNothingTwice(*value, *numbers);
}

void PlanSection::ReadRules(std::string_view key, std::string* rules) const {
  const auto value = Find(key);
  if (!value) return;
  *rules = value->Text();
  CheckRules(*value, *rules);
}

void PlanSection::ReadRules(std::string_view key, std::vector<std::string>* rules) const {
  const auto value = Find(key);
  if (!value) return;
  *rules = value->Texts();
  for (const YamlValue& item : value->Items("rule sets")) CheckRules(item, item.Text());
}

void CheckRules(const YamlValue& value, const std::string& rules) {
  try {
    OpenRules(rules);
  } catch (const Error& error) {
    value.Fail(error.what());
  }
}

namespace {

constexpr int kMostGames = 10'000'000;

/// Calls `read` with each key of a map, as text, and its value.
template <typename Read>
void ForEachEntry(const YamlValue& value, Read read) {
  const YamlNode& map = value.node();
  if (map.kind != YamlNode::Kind::kMap) value.Want("a section of keys");
  for (size_t i = 0; i < map.keys.size(); ++i) {
    const std::string& name = map.keys[i].text;
    read(name, YamlValue(map.items[i], value.key() + "." + name));
  }
}

void ReadChanges(const YamlValue& value, StudyPlan::Changes* changes) {
  const PlanSection section(value, {"base", "one_at_a_time"});
  section.ReadRules("base", &changes->base);
  if (changes->base.empty()) value.Fail("expected base, the rule set that is changed");
  const auto list = section.Find("one_at_a_time");
  if (!list) value.Fail("expected one_at_a_time, the changes");
  if (list->node().keys.empty())
    list->Fail("expected at least one change, as in {unarmed: king.armed=none}");
  ForEachEntry(*list, [&](const std::string& label, const YamlValue& change) {
    changes->one_at_a_time.push_back({label, change.Text()});
    CheckRules(change, changes->base + "+" + change.Text());
  });
}

void ReadFactorial(const YamlValue& value, StudyPlan::Factorial* factorial) {
  constexpr size_t kMostFactors = 8;
  const PlanSection section(value, {"base", "factors", "games"});
  section.ReadRules("base", &factorial->base);
  section.Read("games", 0, kMostGames, &factorial->games);
  if (factorial->base.empty()) value.Fail("expected base, the rule set that is changed");
  if (const auto list = section.Find("factors")) {
    ForEachEntry(*list, [&](const std::string& name, const YamlValue& values) {
      const std::vector<std::string> two = values.Texts();
      if (two.size() != 2)
        values.Fail("expected two changes, as in [first=attackers, first=defenders]");
      factorial->factors.push_back({name, {two[0], two[1]}});
      for (const std::string& one : two) {
        if (!one.empty()) CheckRules(values, factorial->base + "+" + one);
      }
    });
  }
  if (factorial->factors.empty()) value.Fail("expected factors, the changes that are combined");
  if (factorial->factors.size() > kMostFactors) value.Fail("expected at most 8 factors");
}

void ReadSections(const PlanSection& plan, StudyPlan* study) {
  if (const auto value = plan.Find("changes")) ReadChanges(*value, &study->changes);
  if (const auto value = plan.Find("factorial")) ReadFactorial(*value, &study->factorial);
  if (const auto value = plan.Find("players")) {
    const PlanSection players(*value, {"models", "visits", "checkpoints", "alphabeta", "playouts"});
    players.ReadSet("models", &study->players.models);
    players.ReadSet("visits", 1, kMostStudyVisits, &study->players.visits);
    players.ReadSet("checkpoints", &study->players.checkpoints);
    players.ReadSet("alphabeta", 1, kMostStudyDepth, &study->players.alphabeta);
    players.ReadSet("playouts", 1, kMostStudyVisits, &study->players.playouts);
  }
  if (const auto value = plan.Find("openings")) {
    const PlanSection openings(*value, {"setup", "random4", "first_moves", "within", "plies"});
    openings.Read("setup", 1, kMostGames, &study->openings.setup);
    openings.Read("random4", 0, kMostGames, &study->openings.random4);
    openings.Read("first_moves", 0, kMostGames, &study->openings.first_moves);
    openings.Read("within", 0, 2, &study->openings.within);
    openings.Read("plies", 1, 1000, &study->openings.plies);
  }
  if (const auto value = plan.Find("stop")) {
    const PlanSection stop(*value, {"half_width", "equivalence", "games"});
    stop.Read("half_width", 0, 1, &study->stop.half_width);
    stop.Read("equivalence", 0, 0.5, &study->stop.equivalence);
    stop.Read("games", 1, kMostGames, &study->stop.games);
  }
  if (const auto value = plan.Find("bids")) {
    const PlanSection bids(*value, {"turns", "games"});
    bids.ReadSet("turns", 1, 10'000, &study->bids.turns);
    bids.Read("games", 1, kMostGames, &study->bids.games);
    if (study->bids.turns.size() == 1) value->Fail("turns: expected at least two, or none");
  }
}

void ReadSandwiches(const YamlValue& value, StudyPlan* study) {
  const PlanSection section(value, {"rules", "training", "games"});
  section.ReadRules("rules", &study->sandwiches.rules);
  section.Read("training", 1, kMostGames, &study->sandwiches.training);
  section.Read("games", 1, kMostGames, &study->sandwiches.games);
  for (const std::string& rules : study->sandwiches.rules) {
    if (std::ranges::find(study->rules, rules) != study->rules.end()) continue;
    section.Find("rules")->Fail("'" + rules + "': expected one of the plan's rules");
  }
  if (study->players.models.empty())
    value.Fail("expected players.models, of which the first is beaten");
}

void CheckComplete(const StudyPlan& plan, const YamlValue& root) {
  const bool has_rules = !plan.rules.empty() || !plan.changes.one_at_a_time.empty() ||
                         !plan.factorial.factors.empty() || !plan.path.empty();
  if (!has_rules) root.Fail("expected rules, changes, factorial or path");
  const StudyPlan::Players& players = plan.players;
  if (players.models.empty() && players.alphabeta.empty() && players.playouts.empty()) {
    root.Fail("players: expected models, alphabeta or playouts");
  }
  if (players.models.empty() && !players.checkpoints.empty()) {
    root.Fail("players.checkpoints: expected models too, whose highest visits they use");
  }
  if (!players.models.empty() && players.visits.empty()) {
    root.Fail("players.visits: expected at least one number for the models");
  }
}

}  // namespace

StudyPlan ParsePlan(const std::string& text, const std::string& origin) {
  const YamlNode node = ParseYaml(text, origin);
  const YamlValue root(node, "");
  const PlanSection section(
      root, {"name", "seed", "rules", "changes", "factorial", "path", "players", "openings", "stop",
             "handicap", "bids", "sandwiches"});
  StudyPlan plan;
  section.Read("name", &plan.name);
  if (plan.name.find('/') != plan.name.npos || plan.name.starts_with('.')) {
    section.Find("name")->Fail("'" + plan.name + "': expected the name of a folder");
  }
  if (const auto seed = section.Find("seed")) {
    plan.seed = static_cast<uint64_t>(seed->Whole(0, kMostStudySeed));
  }
  section.ReadRules("rules", &plan.rules);
  section.ReadRules("path", &plan.path);
  if (plan.path.size() == 1) section.Find("path")->Fail("expected at least two rule sets");
  section.Read("handicap", 0, kMostGames, &plan.handicap);
  ReadSections(section, &plan);
  if (const auto value = section.Find("sandwiches")) ReadSandwiches(*value, &plan);
  CheckComplete(plan, root);
  return plan;
}

namespace {

YamlNode Scalar(const std::string& text) {
  YamlNode node;
  node.kind = YamlNode::Kind::kScalar;
  node.text = text;
  return node;
}

/// A number with as many digits as distinguish it from all others.
YamlNode Number(double number) { return Scalar(fmt::format("{}", number)); }

template <typename List, typename Make>
YamlNode ListOf(const List& list, Make make) {
  YamlNode node;
  node.kind = YamlNode::Kind::kList;
  for (const auto& item : list) node.items.push_back(make(item));
  return node;
}

YamlNode Texts(const std::vector<std::string>& texts) { return ListOf(texts, Scalar); }
YamlNode Numbers(const std::vector<int>& numbers) { return ListOf(numbers, Number); }

YamlNode MapOf(std::vector<std::pair<std::string, YamlNode>> entries) {
  YamlNode node;
  node.kind = YamlNode::Kind::kMap;
  for (auto& [key, value] : entries) {
    node.keys.push_back(Scalar(key));
    node.items.push_back(std::move(value));
  }
  return node;
}

YamlNode ChangesNode(const StudyPlan::Changes& changes) {
  std::vector<std::pair<std::string, YamlNode>> list;
  for (const StudyPlan::Change& change : changes.one_at_a_time) {
    list.emplace_back(change.label, Scalar(change.change));
  }
  return MapOf({{"base", Scalar(changes.base)}, {"one_at_a_time", MapOf(std::move(list))}});
}

YamlNode FactorialNode(const StudyPlan::Factorial& factorial) {
  std::vector<std::pair<std::string, YamlNode>> list;
  for (const StudyPlan::Factor& factor : factorial.factors) {
    list.emplace_back(factor.name, ListOf(factor.values, Scalar));
  }
  return MapOf({{"base", Scalar(factorial.base)},
                {"factors", MapOf(std::move(list))},
                {"games", Number(factorial.games)}});
}

YamlNode PlayersNode(const StudyPlan::Players& players) {
  std::vector<std::pair<std::string, YamlNode>> keys = {{"models", Texts(players.models)},
                                                        {"visits", Numbers(players.visits)}};
  if (!players.checkpoints.empty()) {  // older plans lack it, and must stay the same text
    keys.emplace_back("checkpoints", Texts(players.checkpoints));
  }
  keys.emplace_back("alphabeta", Numbers(players.alphabeta));
  keys.emplace_back("playouts", Numbers(players.playouts));
  return MapOf(std::move(keys));
}

}  // namespace

std::string ToYaml(const StudyPlan& plan) {
  std::vector<std::pair<std::string, YamlNode>> keys;
  keys.emplace_back("name", Scalar(plan.name));
  keys.emplace_back("seed", Scalar(std::to_string(plan.seed)));
  keys.emplace_back("rules", Texts(plan.rules));
  if (!plan.changes.base.empty()) keys.emplace_back("changes", ChangesNode(plan.changes));
  if (!plan.factorial.base.empty()) keys.emplace_back("factorial", FactorialNode(plan.factorial));
  keys.emplace_back("path", Texts(plan.path));
  keys.emplace_back("players", PlayersNode(plan.players));
  keys.emplace_back("openings", MapOf({{"setup", Number(plan.openings.setup)},
                                       {"random4", Number(plan.openings.random4)},
                                       {"first_moves", Number(plan.openings.first_moves)},
                                       {"within", Number(plan.openings.within)},
                                       {"plies", Number(plan.openings.plies)}}));
  keys.emplace_back("stop", MapOf({{"half_width", Number(plan.stop.half_width)},
                                   {"equivalence", Number(plan.stop.equivalence)},
                                   {"games", Number(plan.stop.games)}}));
  keys.emplace_back("handicap", Number(plan.handicap));
  keys.emplace_back(
      "bids", MapOf({{"turns", Numbers(plan.bids.turns)}, {"games", Number(plan.bids.games)}}));
  if (!plan.sandwiches.rules.empty()) {  // older plans lack it, and must stay the same text
    keys.emplace_back("sandwiches", MapOf({{"rules", Texts(plan.sandwiches.rules)},
                                           {"training", Number(plan.sandwiches.training)},
                                           {"games", Number(plan.sandwiches.games)}}));
  }
  return WriteYaml(MapOf(std::move(keys)));
}

}  // namespace raichi
