#include "app/balance/study/plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/yaml/keys.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

constexpr KeyRange kGames = {1, 1e7}, kGamesOrNone = {0, 1e7};
constexpr KeyRange kVisits = {1, kMostStudyVisits}, kDepth = {1, kMostStudyDepth};
constexpr size_t kMostFactors = 8;

/// The games of equal items of such a list would count twice.
void AddDistinct(const char* name, ConfigKey::Field list, const char* help, KeyList* keys,
                 KeyRange range = {}) {
  keys->Add(name, list, range, help).distinct = true;
}

void ListKeys(StudyPlan::Players* c, KeyList* keys) {
  AddDistinct("models", &c->models,
              "One model for each training seed; the seeds should differ in nothing else. A run "
              "stands for the model that was its newest when the study began.",
              keys);
  AddDistinct("visits", &c->visits,
              "Levels of the models. The strongest of them, which has the most, is the top level.",
              keys, kVisits);
  AddDistinct("checkpoints", &c->checkpoints,
              "Models of one run, the earliest first: a second family, which shows how the scores "
              "change while a network learns. (Its agreement with `players.models` is no "
              "independent evidence.) All of them play with the most visits of `players.visits`.",
              keys);
  AddDistinct("alphabeta", &c->alphabeta, "Levels of alpha-beta searches: depths.", keys, kDepth);
  AddDistinct("playouts", &c->playouts, "Levels of searches with random playouts: visits.", keys,
              kVisits);
}

void ListKeys(StudyPlan::Openings* c, KeyList* keys) {
  keys->Add("setup", &c->setup, kGamesOrNone, "Games of a round from the setup.");
  keys->Add("random4", &c->random4, kGamesOrNone,
            "Games of a round after up to four random plies.");
  keys->AddWord("at_all_levels", &c->both_at_all_levels, {"main", "both"},
                "Which of these two a variant plays at every level of every family: the one of "
                "`main`, or both. The other one is played at the top level only.");
  keys->AddWord("shared", &c->shared_between_rules, {"pairings", "rules"},
                "Who plays the same random openings. `pairings`: all pairings of seeds under a "
                "rule set, so with K models N games have about N/K² openings. `rules`: all rule "
                "sets, levels and families, wherever the moves are legal; each pairing of seeds "
                "has openings of its own, so N games have about N/2.");
  keys->Add("first_moves", &c->first_moves, kGamesOrNone,
            "Games after each first move; those that are mirror images count once. Only for "
            "`rules`, at the top level.");
  keys->Add("within", &c->within, {0, 2},
            "Variety of a model's games: its first moves are drawn by their visits among those "
            "whose value is at most this much less than the best.");
  keys->Add("plies", &c->plies, {1, 1000},
            "Plies in which a model's temperature falls from 1 to a quarter.");
}

void ListKeys(StudyPlan::Stop* c, KeyList* keys) {
  keys->Add("half_width", &c->half_width, {0, 1},
            "The half-width of its 95 % interval is at most this.");
  keys->Add("equivalence", &c->equivalence, {0, 0.5},
            "Its whole interval lies at most this far from 0.5 (with an allowance for looking "
            "after each round).");
  keys->Add("games", &c->games, kGames, "It has this many main games.");
}

void ListKeys(StudyPlan::Sandwiches* c, KeyList* keys) {
  keys->Add("rules", &c->rules, "Some of the plan's `rules`.");
  keys->Add("training", &c->training, kGames, "Games of each of the two runs.");
  keys->Add("games", &c->games, kGames,
            "Games that each of them then plays as the side that it learned.");
}

}  // namespace

void ListKeys(StudyPlan* c, KeyList* keys) {
  keys->Add("name", &c->name,
            "The study's folder is `balance/NAME`, unless `--dir` is given; empty: the file's "
            "name.");
  keys->Add("seed", &c->seed, {0, kMostStudySeed}, "Every game follows from it.");
  keys->Add("rules", &c->rules,
            "The *variants*: rule sets that are measured at every level, by all families of "
            "players, with all treatments.");
  keys->AddWord("main", &c->main, {"setup", "random4"},
                "How the games of the main figures begin. All other rule sets play only these.");
  keys->Section("changes",
                "Rule sets that differ from a base by one change each; each is compared with the "
                "base. Only at the top level.",
                [&] {
                  keys->Add("base", &c->changes.base, "The rule set that is changed.");
                  keys->Add("one_at_a_time", NamedField{&c->changes.one_at_a_time},
                            "The changes by name, as in `{unarmed king: king.armed=none}`.");
                });
  keys->Section("factorial",
                "All combinations of the factors' two values, as changes of a base: main effects "
                "and interactions.",
                [&] {
                  keys->Add("base", &c->factorial.base, "The rule set that is changed.");
                  keys->Add("factors", NamedField{&c->factorial.factors, 2},
                            "At most 8, as in `{first: [first=attackers, first=defenders]}`; an "
                            "empty change leaves the base as it is.");
                  keys->Add("games", &c->factorial.games, kGamesOrNone,
                            "Games of each combination that no other list of the plan has, in one "
                            "round; 0: as many as of the other rule sets.");
                });
  keys->Add("path", &c->path, "Rule sets one step apart; each is compared with the one before it.");
  keys->Section("players", "Who plays. The levels of each family are its strengths.",
                [&] { ListKeys(&c->players, keys); });
  keys->Section("openings", "How games begin, and how many of each kind a rule set gets.",
                [&] { ListKeys(&c->openings, keys); });
  keys->Section("stop", "A rule set gets no further round once one of these holds.",
                [&] { ListKeys(&c->stop, keys); });
  keys->Add("handicap", &c->handicap, kGamesOrNone,
            "Games in which one side searches four times as much (alpha-beta: up to two plies "
            "deeper), to find the fair handicap.");
  keys->Section("bids", "Games to find the fair bid.", [&] {
    AddDistinct("turns", &c->bids.turns,
                "Limits on the king's own turns, within which he must win; at least two, or none.",
                keys, {1, 10'000});
    keys->Add("games", &c->bids.games, kGames, "Games for each limit.");
  });
  keys->Section("sandwiches",
                "Runs that learn to beat the first model, see "
                "[balance.md](balance.md#sandwiches).",
                [&] { ListKeys(&c->sandwiches, keys); });
}

namespace {

void CheckRules(const std::string& key, const std::string& rules) {
  try {
    OpenRules(rules);
  } catch (const Error& error) {
    const std::filesystem::path file = SplitRuleName(rules).base;
    const bool is_missing = EndingOf(file) == ".yaml" && file.is_relative() && !Exists(file);
    throw Error(key + ": " + error.what() +
                (is_missing ? " (paths in a plan are relative to where raichi runs)" : ""));
  }
}

void CheckChanges(const StudyPlan::Changes& changes) {
  const std::string& base = changes.base;
  if (base.empty() && changes.one_at_a_time.empty()) return;
  if (base.empty()) throw Error("changes: expected base, the rule set that is changed");
  CheckRules("changes.base", base);
  if (changes.one_at_a_time.empty()) {
    throw Error(
        "changes: expected one_at_a_time, at least one change, as in {unarmed: king.armed=none}");
  }
  for (const NamedTexts& change : changes.one_at_a_time) {
    CheckRules("changes.one_at_a_time." + change.name, base + "+" + change.texts.front());
  }
}

void CheckFactorial(const StudyPlan::Factorial& factorial) {
  const std::string& base = factorial.base;
  if (base.empty() && factorial.factors.empty() && factorial.games == 0) return;
  if (base.empty()) throw Error("factorial: expected base, the rule set that is changed");
  CheckRules("factorial.base", base);
  if (factorial.factors.empty()) {
    throw Error("factorial: expected factors, the changes that are combined");
  }
  if (factorial.factors.size() > kMostFactors) throw Error("factorial: expected at most 8 factors");
  for (const NamedTexts& factor : factorial.factors) {
    for (const std::string& change : factor.texts) {
      if (!change.empty()) CheckRules("factorial.factors." + factor.name, base + "+" + change);
    }
  }
}

void CheckPlayers(const StudyPlan::Players& players) {
  if (players.models.empty() && players.alphabeta.empty() && players.playouts.empty()) {
    throw Error("players: expected models, alphabeta or playouts");
  }
  if (players.models.empty() && !players.checkpoints.empty()) {
    throw Error("players.checkpoints: expected models too, whose highest visits they use");
  }
  if (!players.models.empty() && players.visits.empty()) {
    throw Error("players.visits: expected at least one number for the models");
  }
}

void CheckOpenings(const StudyPlan& plan) {
  if (plan.main == Treatment::kSetup && plan.openings.setup == 0) {
    throw Error("openings.setup: expected games, on which the main figures rest (main)");
  }
  if (plan.main == Treatment::kRandom4 && plan.openings.random4 == 0) {
    throw Error("openings.random4: expected games, on which the main figures rest (main)");
  }
}

void CheckSandwiches(const StudyPlan& plan) {
  if (plan.sandwiches.rules.empty()) return;
  for (const std::string& rules : plan.sandwiches.rules) {
    if (std::ranges::find(plan.rules, rules) != plan.rules.end()) continue;
    throw Error("sandwiches.rules: '" + rules + "': expected one of the plan's rules");
  }
  if (plan.players.models.empty()) {
    throw Error("sandwiches: expected players.models, of which the first is beaten");
  }
}

/// Checks everything about a plan that its keys by themselves do not.
void CheckPlan(const StudyPlan& plan) {
  if (plan.name.find('/') != plan.name.npos || plan.name.starts_with('.')) {
    throw Error("name: '" + plan.name + "': expected the name of a folder");
  }
  for (const std::string& rules : plan.rules) CheckRules("rules", rules);
  CheckChanges(plan.changes);
  CheckFactorial(plan.factorial);
  for (const std::string& rules : plan.path) CheckRules("path", rules);
  if (plan.path.size() == 1) throw Error("path: expected at least two rule sets");
  if (plan.rules.empty() && plan.changes.base.empty() && plan.factorial.base.empty() &&
      plan.path.empty()) {
    throw Error("expected rules, changes, factorial or path");
  }
  CheckPlayers(plan.players);
  CheckOpenings(plan);
  if (plan.bids.turns.size() == 1) throw Error("bids.turns: expected at least two, or none");
  CheckSandwiches(plan);
}

}  // namespace

StudyPlan ParsePlan(const std::string& text, const std::string& origin) {
  const YamlNode root = ParseYaml(text, origin);
  if (root.kind != YamlNode::Kind::kMap) throw Error(root.place + ": expected keys and values");
  StudyPlan plan;
  KeyList list;
  ListKeys(&plan, &list);
  AssignKeys(root, list.keys(), "raichi keys --plans");
  try {
    CheckPlan(plan);
  } catch (const Error& error) {
    throw WithPlace(error.what(), root, root.place);
  }
  return plan;
}

std::string ToYaml(const StudyPlan& plan) {
  StudyPlan copy = plan;
  KeyList list;
  ListKeys(&copy, &list);
  // Older plans lack these, and must stay the same text.
  std::erase_if(list.keys(), [&](const ConfigKey& key) {
    return (key.name.starts_with("changes.") && plan.changes.base.empty()) ||
           (key.name.starts_with("factorial.") && plan.factorial.base.empty()) ||
           (key.name == "main" && plan.main == Treatment::kSetup) ||
           (key.name == "openings.at_all_levels" && !plan.openings.both_at_all_levels) ||
           (key.name == "openings.shared" && !plan.openings.shared_between_rules) ||
           (key.name == "players.checkpoints" && plan.players.checkpoints.empty()) ||
           (key.name.starts_with("sandwiches.") && plan.sandwiches.rules.empty());
  });
  return KeysToYaml(list.keys());
}

}  // namespace raichi
