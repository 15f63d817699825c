// Tests of legal moves: their order, and that all functions that report them agree.
#include "rules/movegen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rules/notation.h"
#include "tests/support/comparison.h"
#include "tests/support/made_boards.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;

TEST(Movegen, OrderIsBySquareThenAlongTheRankThenTheFileAscending) {
  RuleSet rules;
  rules.size = 5;
  rules.setup = "2t2/5/1TK2/1t3/5";
  rules.first = Side::kDefenders;
  const Scene scene(std::make_shared<Rules>(rules), Side::kDefenders, R"(
    ..t..
    .....
    .TK..
    .t...
    .....)");
  EXPECT_THAT(scene.Moves(),
              ElementsAre("b3-a3", "b3-b4", "b3-b5", "c3-d3", "c3-e3", "c3-c1", "c3-c2", "c3-c4"));
}

TEST(Movegen, StartOfTablutHasEightyMoves) {
  const RulesPtr rules = Variant("linnaeus");
  EXPECT_EQ(CountMoves(*rules, rules->start()), 80u);
}

/// Checks that all functions that report the moves of a position agree.
void ExpectAgree(const Rules& rules, const Position& position, Rng* rng) {
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  ASSERT_EQ(CountMoves(rules, position), moves.size());
  ASSERT_EQ(HasMove(rules, position), !moves.empty());
  std::vector<bool> is_move(65536, false);
  for (const Move move : moves) {
    ASSERT_FALSE(is_move[move.code()]) << ToString(move) << " twice";
    is_move[move.code()] = true;
  }
  for (uint32_t code = 0; code < is_move.size(); ++code) {
    const Move move = Move::FromCode(static_cast<uint16_t>(code));
    ASSERT_EQ(IsLegal(rules, position, move), is_move[code]) << code;
  }
  for (int i = 0; i < 20; ++i) {
    const Move move = RandomMove(rules, position, rng);
    ASSERT_EQ(move.IsNone(), moves.empty());
    ASSERT_EQ(is_move[move.code()], !moves.empty());
  }
  std::vector<bool> can_move(1024, false);
  for (const Move move : moves) can_move[move.from().code()] = true;
  ForEachSquare(position.Men(position.to_move()), rules.size(), [&](Square s) {
    ASSERT_EQ(CanMoveFrom(rules, position, s), can_move[s.code()]) << ToString(s);
    SquareSet targets;
    for (const Move move : moves) {
      if (move.from() == s) targets.Add(move.to());
    }
    ASSERT_EQ(StopsOf(rules, position, s), targets) << ToString(s);
  });
  SquareSet targets;
  for (const Move move : moves) {
    if (move.from() != position.king()) targets.Add(move.to());
  }
  ASSERT_EQ(StopsOfMen(rules, position, position.to_move()), targets);
}

TEST(Movegen, AllWaysToAskAgree) {
  Rng rng(51);
  const int rule_sets = Scaled(200);
  for (int i = 0; i < rule_sets && !HasFatalFailure(); ++i) {
    const std::vector<std::string> names = VariantNames();
    const RulesPtr rules = i % 2 == 0 ? RandomRules(&rng) : Variant(Pick(names, &rng));
    const slow::SlowEngine engine(rules->data());
    ExpectAgree(*rules, ToFast(*rules, CrowdedBoard(engine, &rng)), &rng);
    Position position = rules->start();
    for (int ply = 0; ply < 10 && HasMove(*rules, position); ++ply) {
      if (Play(*rules, RandomMove(*rules, position, &rng), &position).result != Result::kOngoing) {
        break;
      }
      ExpectAgree(*rules, position, &rng);
    }
  }
}

/// Returns the chi-square statistic of random moves against the uniform distribution, divided by
/// its mean.
double ChiSquareOverMean(const Rules& rules, const Position& position, Rng* rng) {
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  const int draws = 400 * static_cast<int>(moves.size());
  std::map<uint16_t, int> counts;
  for (int i = 0; i < draws; ++i) ++counts[RandomMove(rules, position, rng).code()];
  double chi_square = 0;
  for (const Move move : moves) {
    const double excess = counts[move.code()] - 400;
    chi_square += excess * excess / 400;
  }
  return chi_square / static_cast<double>(moves.size() - 1);
}

TEST(Movegen, RandomMoveIsUniform) {
  // With at least 79 degrees of freedom, fewer than one seed in 10,000 exceeds 1.7 times the mean.
  Rng rng(52);
  const RulesPtr linnaeus = Variant("linnaeus");
  EXPECT_LT(ChiSquareOverMean(*linnaeus, linnaeus->start(), &rng), 1.7);
  const RulesPtr fetlar = Variant("fetlar");
  EXPECT_LT(ChiSquareOverMean(*fetlar, fetlar->start(), &rng), 1.7);
}

TEST(Movegen, RandomMoveIsUniformAmongFew) {
  // Nearly every random pair of a piece and a square is illegal, so the fallback, a draw from the
  // list of moves, is used.
  Scene scene("linnaeus", Side::kDefenders, R"(
    .........
    tttt.....
    tTTt.....
    tTTT.....
    tTKt.....
    tTTt.....
    tttt.....
    .........
    .........)");
  ASSERT_THAT(scene.Moves(), ElementsAre("d6-e6", "d6-f6", "d6-g6", "d6-h6", "d6-i6"));
  Rng rng(53);
  EXPECT_LT(ChiSquareOverMean(scene.game().rules(), scene.game().position(), &rng), 5);
}

}  // namespace
}  // namespace raichi
