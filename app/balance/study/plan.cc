#include "app/balance/study/plan.h"

#include <algorithm>

#include "app/balance/study/plan_section.h"
#include "base/yaml/value.h"

namespace raichi {
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

}  // namespace raichi
