#include "app/balance/study/plan.h"

#include <gmock/gmock.h>

#include <functional>
#include <string>

#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// A plan in which every key has a value that is not its default.
constexpr char kEveryKey[] = R"(name: everything
seed: 7
rules: [minitafl, 'linnaeus+throne.stop=[king]', 'saami+first=defenders']
changes:
  base: linnaeus
  one_at_a_time:
    strong king: king.capture.open=surround
    '12: no, "really"': king.armed=none
factorial:
  games: 24
  base: saami
  factors:
    first: [first=attackers, first=defenders]
    castle: ['', 'throne.pass=[king]+throne.stop=[king]']
path: [linnaeus, saami]
main: random4
players:
  models: [runs/a, runs/b]
  visits: [10, 20]
  checkpoints: [runs/a/models/000010, runs/a/models/000020]
  alphabeta: [1, 2]
  playouts: [30]
openings: {setup: 11, random4: 12, first_moves: 13, within: 0.125, plies: 14, at_all_levels: both,
  shared: rules}
stop: {half_width: 0.0123456789, equivalence: 0.0625, games: 15}
handicap: 16
bids: {turns: [17, 18], games: 19}
sandwiches: {rules: [minitafl], training: 20, games: 21}
)";

constexpr char kLeast[] = "rules: [minitafl]\nplayers: {alphabeta: [1]}\n";

StudyPlan PlanFrom(const std::string& text) { return ParsePlan(text, "p.yaml"); }
std::string ErrorInPlan(const std::string& text) {
  return ErrorOf([&] { PlanFrom(text); });
}

TEST(StudyPlanText, EveryKeyIsRead) {
  const StudyPlan plan = PlanFrom(kEveryKey);
  EXPECT_EQ(plan.name, "everything");
  EXPECT_EQ(plan.seed, 7u);
  EXPECT_THAT(plan.rules,
              ElementsAre("minitafl", "linnaeus+throne.stop=[king]", "saami+first=defenders"));
  EXPECT_EQ(plan.changes.base, "linnaeus");
  ASSERT_EQ(plan.changes.one_at_a_time.size(), 2u);
  EXPECT_EQ(plan.changes.one_at_a_time[0].name, "strong king");
  EXPECT_THAT(plan.changes.one_at_a_time[0].texts, ElementsAre("king.capture.open=surround"));
  EXPECT_EQ(plan.changes.one_at_a_time[1].name, "12: no, \"really\"");
  EXPECT_EQ(plan.factorial.base, "saami");
  EXPECT_EQ(plan.factorial.games, 24);
  ASSERT_EQ(plan.factorial.factors.size(), 2u);
  EXPECT_EQ(plan.factorial.factors[0].name, "first");
  EXPECT_THAT(plan.factorial.factors[0].texts, ElementsAre("first=attackers", "first=defenders"));
  EXPECT_THAT(plan.factorial.factors[1].texts,
              ElementsAre("", "throne.pass=[king]+throne.stop=[king]"));
  EXPECT_THAT(plan.path, ElementsAre("linnaeus", "saami"));
  EXPECT_THAT(plan.players.models, ElementsAre("runs/a", "runs/b"));
  EXPECT_THAT(plan.players.visits, ElementsAre(10, 20));
  EXPECT_THAT(plan.players.checkpoints,
              ElementsAre("runs/a/models/000010", "runs/a/models/000020"));
  EXPECT_THAT(plan.players.alphabeta, ElementsAre(1, 2));
  EXPECT_THAT(plan.players.playouts, ElementsAre(30));
  EXPECT_EQ(plan.openings.setup, 11);
  EXPECT_EQ(plan.openings.random4, 12);
  EXPECT_EQ(plan.openings.first_moves, 13);
  EXPECT_EQ(plan.openings.within, 0.125);
  EXPECT_EQ(plan.openings.plies, 14);
  EXPECT_EQ(plan.main, Treatment::kRandom4);
  EXPECT_TRUE(plan.openings.both_at_all_levels);
  EXPECT_TRUE(plan.openings.shared_between_rules);
  EXPECT_EQ(plan.stop.half_width, 0.0123456789);
  EXPECT_EQ(plan.stop.equivalence, 0.0625);
  EXPECT_EQ(plan.stop.games, 15);
  EXPECT_EQ(plan.handicap, 16);
  EXPECT_THAT(plan.bids.turns, ElementsAre(17, 18));
  EXPECT_EQ(plan.bids.games, 19);
  EXPECT_THAT(plan.sandwiches.rules, ElementsAre("minitafl"));
  EXPECT_EQ(plan.sandwiches.training, 20);
  EXPECT_EQ(plan.sandwiches.games, 21);
}

TEST(StudyPlanText, WhatIsWrittenIsReadAsTheSamePlan) {
  for (const char* text : {kEveryKey, kLeast}) {
    const StudyPlan plan = PlanFrom(text);
    const StudyPlan again = PlanFrom(ToYaml(plan));
    EXPECT_EQ(ToYaml(again), ToYaml(plan));
    EXPECT_EQ(again.name, plan.name);
    EXPECT_EQ(again.seed, plan.seed);
    EXPECT_EQ(again.rules, plan.rules);
    EXPECT_EQ(again.path, plan.path);
    EXPECT_EQ(again.changes.one_at_a_time, plan.changes.one_at_a_time);
    EXPECT_EQ(again.factorial.factors, plan.factorial.factors);
    EXPECT_EQ(again.openings.within, plan.openings.within);
    EXPECT_EQ(again.stop.half_width, plan.stop.half_width);  // to the last digit
    EXPECT_EQ(again.bids.turns, plan.bids.turns);
    EXPECT_EQ(again.sandwiches.rules, plan.sandwiches.rules);
    EXPECT_EQ(again.sandwiches.training, plan.sandwiches.training);
    EXPECT_EQ(again.sandwiches.games, plan.sandwiches.games);
  }
}

TEST(StudyPlanText, EveryKeyThatIsReadIsWritten) {
  StudyPlan changed = PlanFrom(kLeast);
  const std::string before = ToYaml(changed);
  const auto expect_shown = [&](const std::function<void(StudyPlan*)>& change) {
    StudyPlan plan = PlanFrom(kLeast);
    change(&plan);
    EXPECT_NE(ToYaml(plan), before);
    EXPECT_EQ(ToYaml(PlanFrom(ToYaml(plan))), ToYaml(plan));
  };
  expect_shown([](StudyPlan* plan) { plan->name = "x"; });
  expect_shown([](StudyPlan* plan) { plan->seed = 9; });
  expect_shown([](StudyPlan* plan) { plan->rules.emplace_back("saami"); });
  expect_shown([](StudyPlan* plan) { plan->path = {"linnaeus", "saami"}; });
  expect_shown([](StudyPlan* plan) {
    plan->changes = {.base = "saami", .one_at_a_time = {{"x", {"first=defenders"}}}};
  });
  expect_shown([](StudyPlan* plan) {
    plan->factorial = {.base = "saami", .factors = {{"x", {"", "first=defenders"}}}, .games = 9};
  });
  expect_shown([](StudyPlan* plan) { plan->players.models = {"runs/x"}; });
  expect_shown([](StudyPlan* plan) { plan->players.visits = {3}; });
  expect_shown([](StudyPlan* plan) { plan->players.alphabeta = {3}; });
  expect_shown([](StudyPlan* plan) { plan->players.playouts = {3}; });
  expect_shown([](StudyPlan* plan) { plan->openings.setup = 3; });
  expect_shown([](StudyPlan* plan) { plan->openings.random4 = 3; });
  expect_shown([](StudyPlan* plan) { plan->openings.first_moves = 3; });
  expect_shown([](StudyPlan* plan) { plan->openings.within = 1e-9; });
  expect_shown([](StudyPlan* plan) { plan->openings.plies = 3; });
  expect_shown([](StudyPlan* plan) { plan->stop.half_width = 1.0 / 3; });
  expect_shown([](StudyPlan* plan) { plan->stop.equivalence = 1e-7; });
  expect_shown([](StudyPlan* plan) { plan->stop.games = 10'000'000; });
  expect_shown([](StudyPlan* plan) { plan->handicap = 3; });
  expect_shown([](StudyPlan* plan) { plan->bids.turns = {3, 5}; });
  expect_shown([](StudyPlan* plan) {
    plan->main = Treatment::kRandom4;
    plan->openings.random4 = 2;
  });
  expect_shown([](StudyPlan* plan) { plan->openings.both_at_all_levels = true; });
  expect_shown([](StudyPlan* plan) { plan->openings.shared_between_rules = true; });
  expect_shown([](StudyPlan* plan) { plan->bids.games = 3; });
}

TEST(StudyPlanText, WhatIsLeftOutHasDefaults) {
  const StudyPlan plan = PlanFrom(kLeast);
  EXPECT_EQ(plan.seed, 1u);
  EXPECT_THAT(plan.players.models, IsEmpty());
  EXPECT_EQ(plan.openings.setup, 400);
  EXPECT_EQ(plan.stop.half_width, 0.025);
  EXPECT_EQ(plan.handicap, 0);
  EXPECT_THAT(plan.bids.turns, IsEmpty());
}

TEST(StudyPlanText, ErrorsNamePlaceAndKey) {
  const std::string least = kLeast;
  EXPECT_EQ(
      ErrorInPlan(least + "opening: {}\n"),
      "p.yaml:3: opening: unknown key; did you mean openings? ('raichi keys --plans' explains "
      "all)");
  EXPECT_THAT(ErrorInPlan(least + "openings:\n  setup: 5\n  within: 3\n"),
              StartsWith("p.yaml:5: openings.within: expected a number from 0 to 2, found '3'"));
  EXPECT_THAT(ErrorInPlan(least + "openings: {steup: 5}\n"),
              StartsWith("p.yaml:3: openings.steup: unknown key; did you mean openings.setup?"));
  EXPECT_THAT(ErrorInPlan(least + "stop: 5\n"),
              StartsWith("p.yaml:3: stop: expected a section of keys, found '5'"));
  EXPECT_THAT(
      ErrorInPlan(least + "stop: {games: many}\n"),
      StartsWith("p.yaml:3: stop.games: expected a whole number from 1 to 10000000, found 'many'"));
  EXPECT_THAT(
      ErrorInPlan(least + "bids: {turns: 5}\n"),
      StartsWith("p.yaml:3: bids.turns: expected a list of whole numbers from 1 to 10000, as in "
                 "[1, 2], found '5'"));
  EXPECT_THAT(
      ErrorInPlan(least + "bids: {turns: [5, 0]}\n"),
      StartsWith("p.yaml:3: bids.turns: expected a whole number from 1 to 10000, found '0'"));
  EXPECT_EQ(ErrorInPlan(least + "bids: {turns: [8]}\n"),
            "p.yaml:3: bids.turns: expected at least two, or none");
  EXPECT_THAT(ErrorInPlan(least + "sandwiches: {rules: [minitafl]}\n"),
              StartsWith("p.yaml:3: sandwiches: expected players.models"));
  EXPECT_THAT(ErrorInPlan(least + "sandwiches: {rules: [brandubh]}\n"),
              HasSubstr("'brandubh': expected one of the plan's rules"));
  EXPECT_THAT(ErrorInPlan(least + "name: [a]\n"),
              StartsWith("p.yaml:3: name: expected a text, found a list"));
  EXPECT_THAT(ErrorInPlan("rules: minitafl\nplayers: {alphabeta: [1]}\n"),
              StartsWith("p.yaml:1: rules: expected a list of words"));
  EXPECT_THAT(ErrorInPlan(least + "seed: -1\n"),
              StartsWith("p.yaml:3: seed: expected a whole number from 0 to"));
  EXPECT_THAT(ErrorInPlan(least + "name: \"a\\x01b\"\n"),
              StartsWith("p.yaml:3: name: expected a text"));
  EXPECT_THAT(ErrorInPlan("[a]\n"), StartsWith("p.yaml:1: expected keys and values"));
}

TEST(StudyPlanText, MainFiguresNeedGames) {
  const std::string least = kLeast;
  EXPECT_THAT(ErrorInPlan(least + "openings: {setup: 0, random4: 9}\n"),
              StartsWith("p.yaml:3: openings.setup: expected games, on which the main figures"));
  EXPECT_THAT(ErrorInPlan(least + "main: random4\n"),
              HasSubstr("openings.random4: expected games, on which the main figures rest"));
  EXPECT_THAT(ErrorInPlan(least + "main: first-moves\n"), HasSubstr("setup, random4"));
  EXPECT_EQ(PlanFrom(least + "main: random4\nopenings: {setup: 0, random4: 9}\n").openings.setup,
            0);
}

TEST(StudyPlanText, APlanNeedsRulesAndPlayers) {
  EXPECT_THAT(ErrorInPlan("players: {alphabeta: [1]}\n"),
              StartsWith("p.yaml:1: expected rules, changes, factorial or path"));
  for (const char* players : {"", "players: {}\n", "players: {visits: [5]}\n"}) {
    EXPECT_THAT(ErrorInPlan("rules: [minitafl]\n" + std::string(players)),
                HasSubstr("players: expected models, alphabeta or playouts"));
  }
  EXPECT_THAT(ErrorInPlan("rules: [minitafl]\nplayers: {models: [x], visits: []}\n"),
              HasSubstr("players.visits: expected at least one number"));
  EXPECT_THAT(ErrorInPlan("rules: [minitafl]\nplayers: {checkpoints: [x], alphabeta: [1]}\n"),
              HasSubstr("players.checkpoints: expected models too, whose highest visits they use"));
}

TEST(StudyPlanText, ChangesAndFactorsAreComplete) {
  const std::string players = "players: {alphabeta: [1]}\n";
  EXPECT_THAT(ErrorInPlan(players + "changes: {one_at_a_time: {a: first=defenders}}\n"),
              StartsWith("p.yaml:2: changes: expected base"));
  EXPECT_THAT(ErrorInPlan(players + "changes: {base: minitafl, one_at_a_time: {}}\n"),
              HasSubstr("expected one_at_a_time, at least one change"));
  EXPECT_THAT(
      ErrorInPlan(players + "changes: {base: minitafl, one_at_a_time: [first=defenders]}\n"),
      HasSubstr("one_at_a_time: expected names with a text each, as in {name: text}"));
  EXPECT_THAT(ErrorInPlan(players + "changes: {base: minitafl, one_at_a_time: {a: [b, c]}}\n"),
              StartsWith("p.yaml:2: changes.one_at_a_time.a: expected a text, found a list"));
  EXPECT_THAT(ErrorInPlan(players + "factorial: {base: minitafl}\n"),
              HasSubstr("factorial: expected factors"));
  EXPECT_THAT(ErrorInPlan(players + "factorial: {factors: {a: [x=1, x=2]}}\n"),
              StartsWith("p.yaml:2: factorial: expected base"));
  const std::string factorial = players + "factorial:\n  base: saami\n  factors:\n";
  EXPECT_THAT(ErrorInPlan(factorial + "    first: [first=defenders]\n"),
              StartsWith("p.yaml:5: factorial.factors.first: expected 2 texts, found 1"));
  EXPECT_THAT(ErrorInPlan(factorial + "    first: [a=1, a=2, a=3]\n"),
              HasSubstr("first: expected 2 texts, found 3"));
  EXPECT_THAT(ErrorInPlan(factorial + "    first: first=defenders\n"),
              HasSubstr("factorial.factors.first: expected a list of words"));
  std::string many = factorial;
  for (int i = 0; i < 9; ++i)
    many += "    f" + std::to_string(i) + ": [first=attackers, first=defenders]\n";
  EXPECT_THAT(ErrorInPlan(many), HasSubstr("factorial: expected at most 8 factors"));
}

TEST(StudyPlanText, RulesThatCannotBeOpenedAreNamedWithTheirPlace) {
  const std::string players = "players: {alphabeta: [1]}\n";
  EXPECT_THAT(ErrorInPlan(players + "rules: [linnaeus,\n  nobody]\n"),
              StartsWith("p.yaml:2: rules: rules 'nobody': neither a file nor the name"));
  EXPECT_THAT(ErrorInPlan(players + "path: [linnaeus, linnaeus+first=nobody]\n"),
              StartsWith("p.yaml:2: path: rules 'linnaeus+first=nobody': first: unknown word"));
  EXPECT_THAT(ErrorInPlan(players + "path: [linnaeus]\n"),
              StartsWith("p.yaml:2: path: expected at least two rule sets"));
  EXPECT_THAT(ErrorInPlan(players + "changes: {base: linnaeus}\n"),
              StartsWith("p.yaml:2: changes: expected one_at_a_time"));
  EXPECT_THAT(ErrorInPlan(players + "rules: [linnaeus]\nname: ../evil\n"),
              StartsWith("p.yaml:3: name: '../evil': expected the name of a folder"));
  const std::string changes = players + "changes:\n  base: linnaeus\n  one_at_a_time:\n";
  EXPECT_THAT(ErrorInPlan(changes + "    new: king.armd=none\n"),
              StartsWith("p.yaml:5: changes.one_at_a_time.new: rules 'linnaeus+king.armd=none'"));
}

// Each of these would count its games twice.
TEST(StudyPlanText, NothingIsListedTwice) {
  const std::string rules = "rules: [minitafl]\n";
  EXPECT_THAT(ErrorInPlan(rules + "players: {alphabeta: [2, 1, 2]}\n"),
              HasSubstr("players.alphabeta: '2' is listed twice"));
  EXPECT_THAT(ErrorInPlan(rules + "players: {playouts: [10, 10]}\n"),
              HasSubstr("players.playouts: '10' is listed twice"));
  EXPECT_THAT(ErrorInPlan(rules + "players: {models: [a], visits: [10, 10]}\n"),
              HasSubstr("players.visits: '10' is listed twice"));
  EXPECT_THAT(ErrorInPlan(rules + "players: {models: [a, b, a]}\n"),
              HasSubstr("players.models: 'a' is listed twice"));
  EXPECT_THAT(ErrorInPlan(std::string(kLeast) + "bids: {turns: [9, 9]}\n"),
              HasSubstr("bids.turns: '9' is listed twice"));
}

}  // namespace
}  // namespace raichi
