#include "app/balance/study/pairing.h"

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/balance/study_plans.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// The number of games of each ordered pair of seeds, between equals of this kind.
std::map<std::pair<int, int>, uint64_t> GamesOfSeeds(const std::vector<StudyUnit>& units,
                                                     Treatment treatment, int level) {
  std::map<std::pair<int, int>, uint64_t> games;
  for (const StudyUnit& unit : units) {
    const StudyPairing& pairing = unit.pairing;
    if (pairing.purpose != Purpose::kLevel || pairing.treatment != treatment) continue;
    if (pairing.family != "network" || pairing.a.level != level) continue;
    EXPECT_EQ(pairing.b.level, level);
    games[{pairing.a.seed, pairing.b.seed}] += unit.pairs;
    games[{pairing.b.seed, pairing.a.seed}] += unit.pairs;
  }
  return games;
}

TEST(StudyUnits, EveryOrderedPairOfSeedsPlaysEquallyOften) {
  const StudyPlan plan = SeedsPlan();
  for (const int level : {10, 40}) {
    const auto games = GamesOfSeeds(Units(plan), Treatment::kSetup, level);
    EXPECT_THAT(games, SizeIs(9));
    for (const auto& [seeds, count] : games) EXPECT_EQ(count, 12u);  // 100 / 9, rounded up
  }
  StudyPlan odd = plan;
  odd.openings.setup = 99;
  for (const auto& [seeds, count] : GamesOfSeeds(Units(odd), Treatment::kSetup, 40)) {
    EXPECT_EQ(count, seeds.first == seeds.second ? 12u : 11u);
  }
}

TEST(StudyUnits, TheyAreNoLargerThanSixteenPairsAndDoNotOverlap) {
  for (const StudyPlan& plan : {SmallPlan(), SeedsPlan()}) {
    std::map<std::string, uint64_t> next;
    for (int round = 0; round < 3; ++round) {
      for (const StudyUnit& unit : Units(plan, round)) {
        EXPECT_LE(unit.pairs, 16u);
        EXPECT_GE(unit.pairs, 1u);
        uint64_t& begin = next[unit.pairing.Name()];
        EXPECT_EQ(unit.first_pair, begin) << unit.pairing.Name();
        begin += unit.pairs;
      }
    }
    EXPECT_EQ(next["alphabeta-level-setup-1.0-1.0"], 50u);  // games of lower levels end at once
  }
}

TEST(StudyUnits, NoRoundBeginsOnceThereAreEnoughGames) {
  for (StudyPlan plan : {SmallPlan(), SeedsPlan()}) {
    for (const int games : {1, 20, 21, 30, 31, 400}) {
      plan.openings.setup = 20;
      plan.stop.games = games;
      uint64_t of_round = 0;
      for (const StudyUnit& unit : Units(plan, 1)) of_round += 2 * unit.pairs;
      const auto rounds = static_cast<uint64_t>(MostRounds(plan));
      EXPECT_GE(rounds * of_round, static_cast<uint64_t>(games));
      EXPECT_LT((rounds - 1) * of_round, static_cast<uint64_t>(games));
    }
  }
}

TEST(StudyUnits, ALaterRoundGoesOnAtTheTopLevel) {
  StudyPlan plan = SeedsPlan();
  plan.openings.random4 = 10;
  plan.openings.first_moves = 2;
  plan.handicap = 10;
  plan.bids.turns = {5, 10};
  EXPECT_EQ(MostRounds(plan), 3);
  for (const StudyUnit& unit : Units(plan, 1)) {
    EXPECT_EQ(unit.pairing.family, "network");
    EXPECT_EQ(unit.pairing.a.level, 40);
    EXPECT_EQ(unit.pairing.treatment, Treatment::kSetup);
    EXPECT_EQ(unit.pairing.purpose, Purpose::kLevel);
    const bool alone = unit.pairing.a.seed == unit.pairing.b.seed;
    EXPECT_EQ(unit.first_pair, alone ? 6u : 12u);
  }
}

TEST(StudyUnits, OnlyVariantsAreMeasuredAtAllLevels) {
  StudyPlan plan = SeedsPlan();
  plan.rules = {};
  plan.path = {"brandubh", "saami"};
  plan.openings.random4 = 10;
  plan.handicap = 10;
  plan.bids.turns = {5};
  std::set<std::string> kinds;
  const auto kinds_of = [&](const std::vector<StudyUnit>& units) {
    std::set<std::string> found;
    for (const StudyUnit& unit : units) {
      const StudyPairing& pairing = unit.pairing;
      found.insert(pairing.family + " " + std::string(ToString(pairing.purpose)) + " " +
                   std::string(ToString(pairing.treatment)) + " " +
                   std::to_string(pairing.a.level) + ":" + std::to_string(pairing.b.level));
    }
    return found;
  };
  EXPECT_THAT(kinds_of(Units(plan)), ElementsAre("network level setup 40:40"));
  plan.rules = {"brandubh"};
  EXPECT_THAT(kinds_of(Units(plan)),
              ElementsAre("alphabeta level setup 1:1", "network bid setup 40:40",
                          "network handicap setup 40:10", "network level random4 40:40",
                          "network level setup 10:10", "network level setup 40:40",
                          "playouts level setup 5:5"));
}

/// The treatments and levels of games between equals, as `family level treatment`.
std::set<std::string> EqualsOf(const std::vector<StudyUnit>& units) {
  std::set<std::string> found;
  for (const StudyUnit& unit : units) {
    const StudyPairing& pairing = unit.pairing;
    if (pairing.purpose != Purpose::kLevel) continue;
    found.insert(pairing.family + " " + std::to_string(pairing.a.level) + " " +
                 std::string(ToString(pairing.treatment)));
  }
  return found;
}

TEST(StudyUnits, TheMainTreatmentIsPlayedAtEveryLevel) {
  StudyPlan plan = SeedsPlan();
  plan.main = Treatment::kRandom4;
  plan.openings.random4 = 90;
  plan.openings.setup = 18;
  plan.handicap = 10;
  plan.bids.turns = {5};
  EXPECT_THAT(EqualsOf(Units(plan)),
              ElementsAre("alphabeta 1 random4", "network 10 random4", "network 40 random4",
                          "network 40 setup", "playouts 5 random4"));
  for (const StudyUnit& unit : Units(plan)) {
    const bool is_beside = unit.pairing.treatment == Treatment::kSetup;
    EXPECT_EQ(IsMain(unit.pairing, plan), !is_beside && unit.pairing.purpose == Purpose::kLevel &&
                                              unit.pairing.family == "network" &&
                                              unit.pairing.a.level == 40);
    EXPECT_TRUE(!is_beside || unit.pairing.purpose == Purpose::kLevel);
  }
  EXPECT_THAT(EqualsOf(Units(plan, 1)), ElementsAre("network 40 random4"));
  EXPECT_EQ(MostRounds(plan), 3);  // 250 games, 96 a round
  plan.openings.both_at_all_levels = true;
  EXPECT_THAT(EqualsOf(Units(plan)), SizeIs(8));
  plan.openings.setup = 0;
  EXPECT_THAT(EqualsOf(Units(plan)), SizeIs(4));
}

TEST(StudyUnits, CombinationsOfAFactorialMayHaveFewerGames) {
  StudyPlan plan = SmallPlan();
  plan.factorial = {
      .base = "brandubh",
      .factors = {{"first", {"", "first=defenders"}}, {"king", {"", "king.armed=none"}}},
      .games = 8};
  const StudyDesign design = DesignOf(plan);
  ASSERT_THAT(design.rules, SizeIs(4));
  for (size_t i = 0; i < 4; ++i) {
    uint64_t pairs = 0;
    for (const StudyUnit& unit : UnitsOfRound(design, i, 0, plan)) {
      if (IsMain(unit.pairing, plan)) pairs += unit.pairs;
    }
    EXPECT_EQ(HasOneRound(design.rules[i], plan), i > 0);
    EXPECT_EQ(pairs, i > 0 ? 4u : 50u);  // the first is a variant
  }
}

TEST(StudyUnits, NamesOfPairingsDiffer) {
  StudyPlan plan = SeedsPlan();
  plan.players.alphabeta = plan.players.playouts = {10, 40};
  plan.openings.random4 = plan.openings.first_moves = plan.handicap = 10;
  plan.bids.turns = {1, 10, 11};
  plan.sandwiches.rules = plan.rules;
  std::set<std::pair<std::string, uint64_t>> names;
  std::set<uint64_t> seeds;
  const std::vector<StudyUnit> units = Units(plan);
  size_t from_setup = 0;
  for (const StudyUnit& unit : units) {
    EXPECT_TRUE(names.insert({unit.pairing.Name(), unit.first_pair}).second) << unit.pairing.Name();
    if (unit.pairing.treatment != Treatment::kSetup || unit.first_pair > 0) continue;
    ++from_setup;
    seeds.insert(MatchOf(unit, plan).seed);
  }
  EXPECT_THAT(seeds, SizeIs(from_setup));  // games from the setup have a chance of their own
}

TEST(StudyUnits, TheHandicapIsTwoDoublings) {
  StudyPlan plan = SmallPlan();
  plan.handicap = 10;
  const auto levels = [&] {
    std::set<std::pair<int, int>> found;
    for (const StudyUnit& unit : Units(plan)) {
      const StudyPairing& pairing = unit.pairing;
      if (pairing.purpose != Purpose::kHandicap) continue;
      found.insert({pairing.a.level, pairing.b.level});
    }
    return found;
  };
  plan.players = {.models = {"a"}, .visits = {40, 10}, .alphabeta = {}, .playouts = {}};
  EXPECT_THAT(levels(), ElementsAre(std::pair(40, 10)));
  plan.players = {.models = {}, .alphabeta = {4, 2}, .playouts = {}};  // a ply is a doubling
  EXPECT_THAT(levels(), ElementsAre(std::pair(4, 2)));
  plan.players.alphabeta = {1};  // there is no weaker player
  EXPECT_THAT(levels(), IsEmpty());
  plan.players = {.models = {}, .alphabeta = {}, .playouts = {1}};
  EXPECT_THAT(levels(), IsEmpty());
}

TEST(StudyUnits, EachCheckpointIsALevelOfTheVariants) {
  StudyPlan plan = SeedsPlan();
  plan.players.checkpoints = {"young", "old"};
  plan.rules = {"brandubh"};
  plan.changes = {.base = "brandubh", .one_at_a_time = {{"unarmed", {"king.armed=none"}}}};
  std::map<int, uint64_t> games;
  const StudyDesign design = DesignOf(plan);
  for (size_t rules = 0; rules < design.rules.size(); ++rules) {
    for (const StudyUnit& unit : UnitsOfRound(design, rules, 0, plan)) {
      const auto& [played, of, family, purpose, treatment, turns, a, b] = unit.pairing;
      if (family != "checkpoint") continue;
      EXPECT_EQ(rules, 0u);  // not of the change
      EXPECT_EQ(a.level, b.level);
      EXPECT_EQ(a.seed, 0);
      games[a.level] += 2 * unit.pairs;
    }
  }
  const auto setup = static_cast<uint64_t>(plan.openings.setup);
  EXPECT_THAT(games, ElementsAre(std::pair(1, setup), std::pair(2, setup)));
  EXPECT_EQ(MainFamilyOf(plan), "network");
}

/// The rules by which a plan's bids under `rules` are played.
RuleSet RulesOfBids(StudyPlan plan, const std::string& rules) {
  plan.rules = {rules};
  for (const StudyUnit& unit : Units(plan)) {
    if (unit.pairing.purpose == Purpose::kBid) return unit.pairing.played->data();
  }
  throw std::runtime_error("no bids");
}

TEST(StudyUnits, ABidCountsTheTurnsOfTheKing) {
  StudyPlan plan = SmallPlan();
  plan.bids.turns = {7};
  const RuleSet played = RulesOfBids(plan, "brandubh");
  EXPECT_EQ(played.ply_limit_result, LimitResult::kAttackers);
  EXPECT_EQ(played.ply_limit, 14);
  EXPECT_EQ(RulesOfBids(plan, "brandubh+first=defenders").ply_limit, 13);
  plan.bids.turns = {300};
  EXPECT_EQ(RulesOfBids(plan, "brandubh").ply_limit, 600);
  const StudyUnit last = Units(plan).back();
  EXPECT_EQ(last.pairing.purpose, Purpose::kBid);
  EXPECT_GE(MatchOf(last, plan).max_plies, 600);  // no draw before the bid is lost
}

TEST(StudyUnits, TheAttackersWinABidThatWouldBeDrawn) {
  StudyPlan plan = SmallPlan();
  plan.bids.turns = {7};
  const RuleSet linnaeus = RulesOfBids(plan, "linnaeus+quiet_limit=40");
  EXPECT_EQ(linnaeus.ply_limit_result, LimitResult::kAttackers);
  EXPECT_EQ(linnaeus.repetition.result, RepetitionResult::kDefendersLose);
  EXPECT_EQ(linnaeus.quiet_limit_result, LimitResult::kAttackers);
  const RuleSet other = RulesOfBids(
      plan, "linnaeus+repetition.result=mover_loses+quiet_limit=40+quiet_limit_result=defenders");
  EXPECT_EQ(other.repetition.result, RepetitionResult::kMoverLoses);
  EXPECT_EQ(other.quiet_limit_result, LimitResult::kDefenders);
}

}  // namespace
}  // namespace raichi
