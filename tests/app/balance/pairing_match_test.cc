#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/balance/study/pairing.h"
#include "mcts/players/players.h"
#include "rules/files/rule_file.h"
#include "rules/symmetry.h"
#include "tests/app/balance/study_plans.h"

namespace raichi {
namespace {

using testing::Gt;
using testing::SizeIs;

/// The first `plies` moves of each pair of a unit, by the number of the pair.
std::map<uint64_t, std::vector<Move>> OpeningsOf(const StudyUnit& unit, const StudyPlan& plan,
                                                 size_t plies) {
  MatchConfig match = MatchOf(unit, plan);
  match.max_plies = 30;
  const auto player = ParsePlayer("random");
  std::map<uint64_t, std::vector<Move>> openings;
  for (const GameRecord& record : PlayMatch(match, *player, *player).records) {
    std::vector<Move> moves;
    for (size_t ply = 0; ply < std::min(plies, record.turns.size()); ++ply) {
      moves.push_back(record.turns[ply].move);
    }
    const auto [place, is_new] = openings.emplace(record.game_id / 2, moves);
    EXPECT_TRUE(is_new || unit.pairing.treatment == Treatment::kSetup || place->second == moves);
  }
  return openings;
}

TEST(StudyMatches, PairingsShareRandomOpenings) {
  StudyPlan plan = SeedsPlan();
  plan.openings.random4 = 90;
  std::map<uint64_t, std::vector<Move>> shared;
  std::set<std::vector<Move>> different;
  for (const StudyUnit& unit : Units(plan)) {
    if (unit.pairing.treatment != Treatment::kRandom4) continue;
    EXPECT_EQ(MatchOf(unit, plan).opening_random_plies, 4);
    for (const auto& [pair, moves] : OpeningsOf(unit, plan, 1)) {
      const auto place = shared.emplace(pair, moves).first;
      EXPECT_EQ(place->second, moves) << unit.pairing.Name() << ' ' << pair;
      different.insert(moves);
    }
  }
  EXPECT_THAT(shared, SizeIs(10));
  EXPECT_THAT(different, SizeIs(Gt(5)));
}

// The castle may be crossed under one rule set alone, so few random openings differ.
TEST(StudyMatches, RuleSetsShareRandomOpenings) {
  StudyPlan plan = SeedsPlan();
  plan.rules = {"linnaeus", "linnaeus+throne.pass=[attackers,defenders,king]"};
  plan.main = Treatment::kRandom4;
  plan.openings.random4 = 90;
  plan.openings.shared_between_rules = true;
  const StudyDesign design = DesignOf(plan);
  std::map<std::string, std::vector<Move>> first;  // by seeds and number
  std::set<std::vector<Move>> different;
  size_t equal = 0, all = 0;
  for (const size_t rules : {0, 1}) {
    for (const StudyUnit& unit : UnitsOfRound(design, rules, 0, plan)) {
      const StudyPairing& pairing = unit.pairing;
      if (pairing.treatment != Treatment::kRandom4) continue;
      for (const auto& [number, moves] : OpeningsOf(unit, plan, 4)) {
        const std::string place = std::to_string(pairing.a.seed) + std::to_string(pairing.b.seed) +
                                  ' ' + std::to_string(number);
        equal += first.emplace(place, moves).first->second == moves ? 1 : 0;
        different.insert(moves);
        ++all;
      }
    }
  }
  EXPECT_THAT(first, SizeIs(45 + 2 * 5 + 3 * 10));  // alpha-beta plays 45 pairs as seed 0
  EXPECT_GT(equal, 9 * all / 10);                   // the king leaves the castle in few openings
  EXPECT_THAT(different, SizeIs(Gt(80)));
}

TEST(StudyMatches, FromTheSetupEachPairingHasItsOwnChance) {
  const StudyPlan plan = SeedsPlan();
  std::set<std::map<uint64_t, std::vector<Move>>> different;
  size_t units = 0;
  for (const StudyUnit& unit : Units(plan)) {
    EXPECT_EQ(MatchOf(unit, plan).opening_random_plies, 0);
    if (unit.pairing.a.level != 40) continue;
    ++units;
    different.insert(OpeningsOf(unit, plan, 6));
  }
  EXPECT_EQ(units, 6u);
  EXPECT_THAT(different, SizeIs(units));
}

TEST(StudyMatches, FollowFromSeedAndRules) {
  StudyPlan plan = SmallPlan();
  plan.rules = {"brandubh", "saami"};
  const StudyDesign design = DesignOf(plan);
  const StudyUnit one = UnitsOfRound(design, 0, 0, plan)[0],
                  other = UnitsOfRound(design, 1, 0, plan)[0];
  EXPECT_NE(MatchOf(one, plan).seed, MatchOf(other, plan).seed);
  StudyPlan reseeded = plan;
  reseeded.seed = 2;
  EXPECT_NE(MatchOf(one, plan).seed, MatchOf(one, reseeded).seed);
  EXPECT_EQ(MatchOf(one, plan).first_pair, one.first_pair);
}

// With many seeds a pair of them has fewer games than there are first moves.
TEST(StudyMatches, EveryPairOfSeedsPlaysEveryFirstMove) {
  for (const int seeds : {1, 2, 5}) {
    StudyPlan plan = SeedsPlan();
    plan.players.models.clear();
    for (int i = 0; i < seeds; ++i) plan.players.models.push_back("model" + std::to_string(i));
    plan.openings.first_moves = 3;
    const size_t moves = FirstMoves(OpenRules("brandubh")).size();
    std::map<std::pair<int, int>, std::map<uint64_t, uint64_t>> games;  // by seeds and first move
    for (const StudyUnit& unit : Units(plan)) {
      if (unit.pairing.treatment != Treatment::kFirstMoves) continue;
      EXPECT_THAT(MatchOf(unit, plan).first_moves, SizeIs(moves));
      for (uint64_t i = 0; i < unit.pairs; ++i) {
        ++games[{unit.pairing.a.seed, unit.pairing.b.seed}][(unit.first_pair + i) % moves];
      }
    }
    EXPECT_EQ(games.size(), static_cast<size_t>(seeds * (seeds + 1) / 2));
    for (const auto& [pair, of_moves] : games) {
      EXPECT_THAT(of_moves, SizeIs(moves));
      for (const auto& [move, count] : of_moves) EXPECT_EQ(count, of_moves.begin()->second);
    }
  }
}

TEST(StudyMatches, FirstMovesAreForced) {
  StudyPlan plan = SmallPlan();
  plan.openings.first_moves = 1;
  const std::vector<Move> moves = FirstMoves(OpenRules("brandubh"));
  std::set<Move> played;
  for (const StudyUnit& unit : Units(plan)) {
    if (unit.pairing.treatment != Treatment::kFirstMoves) continue;
    for (const auto& [pair, opening] : OpeningsOf(unit, plan, 1)) {
      EXPECT_EQ(opening[0], moves[pair % moves.size()]);
      played.insert(opening[0]);
    }
  }
  EXPECT_EQ(played.size(), moves.size());
}

TEST(StudyFirstMoves, StandForAllLegalOnes) {
  for (const char* name : {"brandubh", "linnaeus", "minitafl", "fetlar", "jarlshof",
                           "linnaeus+board.setup=3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/9/9"}) {
    const RulesPtr rules = OpenRules(name);
    const std::vector<Move> classes = FirstMoves(rules);
    MoveList legal;
    Game(rules).LegalMoves(&legal);
    std::set<Move> covered;
    for (const Move move : legal) {
      const Move stands = FirstMoveOf(move, rules);
      EXPECT_THAT(classes, testing::Contains(stands)) << name;
      EXPECT_EQ(FirstMoveOf(stands, rules), stands);
    }
    // The images of one class are all legal, and no class has moves of another.
    for (const Move move : classes) {
      for (const Symmetry symmetry : SymmetriesOf(*rules)) {
        if (symmetry(rules->start(), *rules) != rules->start()) continue;
        const Move image = symmetry(move, rules->size());
        EXPECT_TRUE(Game(rules).IsLegal(image)) << name;
        EXPECT_EQ(FirstMoveOf(image, rules), move);
        covered.insert(image);
      }
    }
    EXPECT_EQ(covered.size(), static_cast<size_t>(legal.size())) << name;
  }
  EXPECT_THAT(FirstMoves(OpenRules("linnaeus")), SizeIs(10));     // 80 moves, eight symmetries
  EXPECT_THAT(FirstMoves(OpenRules("minitafl")), SizeIs(Gt(4)));  // its setup has fewer
}

}  // namespace
}  // namespace raichi
