#include "app/truth/make_truth.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "app/truth/bench_truth.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "solve/solver.h"
#include "solve/truth/answers_to_truth.h"

namespace raichi {
namespace {

MakeTruthSettings FewGames(int workers) {
  return {.rules = {OpenRules("brandubh"), OpenRules("ard-ri"), OpenRules("brandubh-2")},
          .per_class = 3,
          .own_games = 6,
          .easy_visits = 4,
          .seed = 5,
          .workers = workers,
          .examine = {.most_plies = 4, .most_nodes = 100'000}};
}

std::vector<TruthPosition> Make(const MakeTruthSettings& settings,
                                const std::vector<GameRecord>& records = {}) {
  return MakeTruth(settings, records, [](size_t, size_t) { return true; });
}

TEST(MakeTruth, IsTheSameForAnyNumberOfWorkers) {
  const std::vector<TruthPosition> positions = Make(FewGames(1));
  EXPECT_GT(positions.size(), 5u);
  EXPECT_EQ(TruthText(positions), TruthText(Make(FewGames(3))));
  EXPECT_EQ(TruthText(ParseTruth(TruthText(positions), "x")), TruthText(positions));
}

TEST(MakeTruth, GivesTellingPositionsWithoutSymmetricOnesThatCanBeProven) {
  std::map<std::string, int> counts;
  std::set<std::pair<RulesPtr, uint64_t>> seen;
  for (const TruthPosition& truth : Make(FewGames(2))) {
    const size_t moves = CountMoves(*truth.rules, truth.position);
    EXPECT_GE(moves, 8u);
    if (truth.is_won) {
      EXPECT_LE(3 * truth.winning.size(), moves);
      EXPECT_GE(2 * (moves - truth.winning.size() - truth.open.size()), moves);
    }
    EXPECT_FALSE(IsEasy(truth, 4));
    Prover prover(truth.rules, 14);
    bool is_proven = false;
    EXPECT_EQ(Contradiction(truth, {.most_plies = 4}, &prover, &is_proven), "");
    for (const Symmetry symmetry : SymmetriesOf(*truth.rules)) {
      const uint64_t hash = HashUnder(symmetry, truth.position, *truth.rules);
      EXPECT_FALSE(seen.contains({truth.rules, hash}));
    }
    seen.insert({truth.rules, truth.position.hash()});
    ++counts[truth.rules->data().name + std::string(ToString(truth.winner())) +
             DistanceClass(truth)];
  }
  for (const auto& [name, count] : counts) EXPECT_LE(count, 3) << name;
}

TEST(MakeTruth, LooksAtRecordedGamesFirst) {
  const RulesPtr rules = OpenRules("brandubh");
  Game game(rules, ParsePosition(*rules, "3t3/7/4t1t/1tT3K/T6/6t/3tT2 d"));
  GameRecord record{.rules_yaml = RecordedRules(rules->data()),
                    .start = ToString(*rules, game.position()),
                    .turns = {{.move = ParseMove("g4-f4", 7)}}};
  MakeTruthSettings settings = FewGames(1);
  settings.own_games = 0;
  settings.easy_visits = 0;
  const std::vector<TruthPosition> positions = Make(settings, {record});
  ASSERT_EQ(positions.size(), 1u);
  EXPECT_EQ(positions.front().position, game.position());
  EXPECT_EQ(positions.front().plies, 3);
}

TEST(MakeTruth, Stops) {
  EXPECT_TRUE(MakeTruth(FewGames(2), {}, [](size_t, size_t) { return false; }).empty());
}

TEST(TruthOfTable, CallsAnEndgameByTheNameOfItsRules) {
  const RulesPtr rules = OpenRules("brandubh+board.setup=3t3/7/7/3K3/7/7/3t3");
  SolveTable table(rules);
  Solver(&table, 1).Run([] { return true; });
  const MakeTruthSettings settings{.per_class = 2, .easy_visits = 8};
  const std::vector<TruthPosition> positions = TruthOfTable(table, settings);
  ASSERT_FALSE(positions.empty());
  for (const TruthPosition& truth : positions) {
    EXPECT_EQ(truth.rules->fingerprint(), OpenRules("brandubh")->fingerprint());
    EXPECT_TRUE(!truth.is_won || truth.horizon == TruthPosition::kExact);
  }
  EXPECT_EQ(TruthText(positions), TruthText(TruthOfTable(table, settings)));
}

}  // namespace
}  // namespace raichi
