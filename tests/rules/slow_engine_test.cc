// rules/ against the slow engine on 100,000 random positions: legal moves, captures, ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "rules/error.h"
#include "rules/perft.h"
#include "tests/support/compare.h"
#include "tests/support/random_rules.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

template <typename T>
const T& Pick(const std::vector<T>& all, Rng* rng) {
  return all[rng->Below(static_cast<uint32_t>(all.size()))];
}

/// Compares a rule set's two engines position by position.
class Comparison {
 public:
  Comparison(RulesPtr rules, uint64_t seed)
      : rules_(std::move(rules)), engine_(rules_->data()), rng_(seed) {}

  /// Random games from the setup, a random number of plies each, until `positions` are seen.
  void PlayGames(int positions) {
    for (int seen = 0; seen < positions;) seen += PlayFrom(engine_.Start(), 120);
  }
  /// The same from boards changed at random, a few plies each.
  void PlayMutations(int positions) {
    for (int seen = 0; seen < positions;) {
      slow::Board board = engine_.Start();
      Walk(&board, static_cast<int>(rng_.Below(40)));
      seen += PlayFrom(Mutated(engine_, board, &rng_), 4);
    }
  }

 private:
  void Walk(slow::Board* board, int plies) {
    for (int i = 0; i < plies; ++i) {
      const std::vector<slow::SlowMove> moves = engine_.Moves(*board);
      if (moves.empty()) return;
      const slow::Outcome outcome = engine_.Play(*board, Pick(moves, &rng_));
      if (!outcome.result.empty()) return;
      *board = outcome.board;
    }
  }

  int PlayFrom(slow::Board board, int max_plies) {
    Position fast = ToFast(*rules_, board);
    int seen = 0;
    for (const int stop = 1 + static_cast<int>(rng_.Below(static_cast<uint32_t>(max_plies)));
         seen < stop;) {
      ++seen;
      Check(CompareMoves(*rules_, fast, engine_, board));
      const std::vector<slow::SlowMove> moves = engine_.Moves(board);
      if (moves.empty() || ::testing::Test::HasFailure()) return seen;
      const bool all = rng_.Below(16) == 0;
      for (size_t i = 0; i < (all ? moves.size() : 3); ++i) {
        const slow::SlowMove move = all ? moves[i] : Pick(moves, &rng_);
        Check(ComparePlay(*rules_, fast, engine_, board, move));
      }
      const slow::SlowMove move = Pick(moves, &rng_);
      const slow::Outcome outcome = engine_.Play(board, move);
      if (!outcome.result.empty()) return seen;
      board = outcome.board;
      Play(*rules_, ToFast(move), &fast);
    }
    return seen;
  }

  void Check(const std::string& difference) const {
    EXPECT_EQ(difference, "") << rules_->data().name;
  }

  RulesPtr rules_;
  slow::SlowEngine engine_;
  Rng rng_;
};

class SlowEngineOnVariant : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowEngineOnVariant, AgreesInRandomGames) {
  Comparison(Variant(GetParam()), 1).PlayGames(Scaled(4000));
}

TEST_P(SlowEngineOnVariant, AgreesOnOddBoards) {
  Comparison(Variant(GetParam()), 2).PlayMutations(Scaled(2500));
}

TEST_P(SlowEngineOnVariant, AgreesOnPerftToDepth3) {
  const RulesPtr rules = Variant(GetParam());
  const slow::SlowEngine engine(rules->data());
  const int depth = Scaled(100) == 100 ? 3 : 2;
  EXPECT_EQ(Perft(*rules, rules->start(), depth), engine.Perft(engine.Start(), depth));
}

std::string NameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Variants, SlowEngineOnVariant, ::testing::ValuesIn(VariantNames()),
                         NameOf);

TEST(SlowEngine, AgreesByRandomRuleSets) {
  Rng rng(3);
  const int rule_sets = Scaled(400);
  int refused = 0;
  for (int i = 0; i < rule_sets && !::testing::Test::HasFailure();) {
    RulesPtr rules;
    try {
      rules = std::make_shared<Rules>(RandomRuleSet(&rng));
    } catch (const Error&) {
      ++refused;  // the rule set contradicts itself
      continue;
    }
    ++i;
    Comparison comparison(rules, rng());
    comparison.PlayGames(20);
    comparison.PlayMutations(20);
  }
  EXPECT_LT(refused, rule_sets + 20) << "most random rule sets should be playable";
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
