// Compares rules/ with the slow engine on 100,000 random positions: legal moves, captures, ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "rules/files/rule_file.h"
#include "rules/movegen.h"
#include "tests/support/comparison.h"
#include "tests/support/made_boards.h"
#include "tests/support/random_rules.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

class SlowEngineOnVariant : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowEngineOnVariant, AgreesInRandomGames) {
  Comparison(Variant(GetParam()), 1).PlayGames(Scaled(4500));
}

TEST_P(SlowEngineOnVariant, AgreesOnOddBoards) {
  Comparison(Variant(GetParam()), 2).PlayMutations(Scaled(3000));
}

/// Counts boards up to 7x7 to depth 3, others to depth 2; with RAICHI_TEST_SCALE=10 all to depth 3.
int PerftDepthFor(int size) {
  if (Scaled(100) >= (size <= 7 ? 100 : 1000)) return 3;
  return size <= 11 || Scaled(100) >= 100 ? 2 : 1;
}

class PerftOfSetup : public ::testing::TestWithParam<std::string> {};

TEST_P(PerftOfSetup, AgreesWithTheSlowEngine) {
  const RulesPtr rules = Variant(GetParam());
  const slow::SlowEngine engine(rules->data());
  const int depth = PerftDepthFor(rules->size());
  EXPECT_EQ(Perft(*rules, rules->start(), depth), engine.Perft(engine.Start(), depth));
}

std::string NameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Variants, SlowEngineOnVariant, ::testing::ValuesIn(VariantNames()),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Shipped, PerftOfSetup, ::testing::ValuesIn(RuleSetNames()), NameOf);

TEST(SlowEngine, AgreesByRandomRuleSets) {
  Rng rng(3);
  const int rule_sets = Scaled(500);
  for (int i = 0; i < rule_sets && !HasFailure(); ++i) {
    Comparison comparison(RandomRules(&rng), rng());
    comparison.PlayGames(20);
    comparison.PlayMutations(20);
  }
}

TEST(SlowEngine, AgreesOnPerftToDepth2ByRandomRuleSets) {
  Rng rng(5);
  const int rule_sets = Scaled(100);
  for (int i = 0; i < rule_sets && !HasFailure(); ++i) {
    const RulesPtr rules = RandomRules(&rng);
    const slow::SlowEngine engine(rules->data());
    for (int j = 0; j < 10; ++j) {
      const slow::Board board = Mutated(engine, engine.Start(), &rng);
      EXPECT_EQ(Perft(*rules, ToFast(*rules, board), 2), engine.Perft(board, 2))
          << ToYaml(rules->data()) << Text(board);
    }
  }
}

/// Compares the engines on boards made for a rare end, under random rule sets. `end` must occur
/// often.
void ExpectAgreementOn(BoardMaker make, const std::string& end) {
  Rng rng(4);
  int seen = 0;
  const int rule_sets = Scaled(300);
  for (int i = 0; i < rule_sets && !::testing::Test::HasFailure(); ++i) {
    Comparison comparison(RandomRules(&rng), rng());
    for (int j = 0; j < 10 && !::testing::Test::HasFailure(); ++j) {
      comparison.CheckBoard(make(comparison.engine(), comparison.rng()));
    }
    const auto count = comparison.seen().find(end);
    seen += count == comparison.seen().end() ? 0 : count->second;
  }
  EXPECT_GT(seen, rule_sets) << end;
}

TEST(SlowEngine, AgreesOnEncirclement) { ExpectAgreementOn(RingBoard, "encircled"); }
TEST(SlowEngine, AgreesOnPlayersWithoutMoves) { ExpectAgreementOn(CrowdedBoard, "no moves"); }
TEST(SlowEngine, AgreesOnTheLastAttackers) {
  ExpectAgreementOn(LastAttackersBoard, "no attackers");
}

void ExpectPerft4(const std::string& variant) {
  const RulesPtr rules = Variant(variant);
  const slow::SlowEngine engine(rules->data());
  const int depth = Scaled(100) == 100 ? 4 : 3;  // depth 4 takes minutes under a sanitizer
  EXPECT_EQ(Perft(*rules, rules->start(), depth), engine.Perft(engine.Start(), depth));
}

TEST(SlowEngine, PerftToDepth4AgreesLinnaeus) { ExpectPerft4("linnaeus"); }
TEST(SlowEngine, PerftToDepth4AgreesAshtonBologna) { ExpectPerft4("ashton-bologna"); }

}  // namespace
}  // namespace raichi
