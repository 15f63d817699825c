#include "solve/truth/prover.h"

#include <gtest/gtest.h>

#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "solve/answers.h"
#include "tests/solve/games.h"

namespace raichi {
namespace {

constexpr uint64_t kManyNodes = 10'000'000;

/// Win or loss within `plies`, by playing every move.
bool PlainWins(const Rules& rules, const Position& position, int plies);
bool PlainLoses(const Rules& rules, const Position& position, int plies) {
  if (plies == 0) return false;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  for (const Move move : moves) {
    Position after = position;
    const Result result = Play(rules, move, &after).result;
    if (result == WinFor(Opponent(position.to_move()))) continue;
    if (result != Result::kOngoing || !PlainWins(rules, after, plies - 1)) return false;
  }
  return true;
}

bool PlainWins(const Rules& rules, const Position& position, int plies) {
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  for (const Move move : moves) {
    Position after = position;
    const Result result = Play(rules, move, &after).result;
    if (result == WinFor(position.to_move())) return true;
    if (result == Result::kOngoing && PlainLoses(rules, after, plies - 1)) return true;
  }
  return false;
}

TEST(Prover, AgreesWithSolvedGamesAboutValuesAndMoves) {
  constexpr int kPlies = 7;
  for (const char* changes : {"", "+no_moves=draw", "+encirclement=true"}) {
    const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/2t2", changes));
    Prover prover(table->rules_ptr(), 12);  // small, so that entries are replaced
    Rng rng(1);
    int wins = 0;
    for (const uint64_t index : SamplePositions(*table, 1200, 0, &rng)) {
      const Position position = table->PositionAt(index);
      const Solved value = table->ValueAt(index);
      const bool is_won = value.result == WinFor(position.to_move());
      for (int plies = 1; plies <= kPlies; ++plies) {
        const bool ends = value.plies && *value.plies <= plies && value.result != Result::kDraw;
        const auto proven = plies % 2 == 1 ? prover.WinsWithin(position, plies, kManyNodes)
                                           : prover.LosesWithin(position, plies, kManyNodes);
        ASSERT_EQ(proven, ends && is_won == (plies % 2 == 1))
            << ToString(table->rules(), position) << " within " << plies;
        wins += *proven;
      }
      for (const SolvedMove& move : SolvedMoves(*table, position)) {
        Position after = position;
        if (Play(table->rules(), move.move, &after).result != Result::kOngoing) continue;
        const bool is_good = move.value.result == WinFor(position.to_move()) && move.value.plies &&
                             *move.value.plies <= kPlies;
        ASSERT_EQ(prover.LosesWithin(after, kPlies - 1, kManyNodes), is_good);
      }
    }
    EXPECT_GT(wins, 300) << changes;
  }
}

TEST(Prover, AgreesWithPlainSearchUnderEveryShippedRuleSet) {
  int wins = 0;
  for (const std::string& name : RuleSetNames()) {
    const RulesPtr rules = OpenRules(name);
    if (rules->size() > 9) continue;
    Prover prover(rules, 12);
    Rng rng(7);
    for (int i = 0; i < 100; ++i) {
      Position position = rules->start();
      // Random games, without the captures of the king that would end them: many men are lost.
      for (int ply = 0; ply < 90; ++ply) {
        Position after = position;
        if (Play(*rules, RandomMove(*rules, position, &rng), &after).result == Result::kOngoing) {
          position = after;
        }
      }
      const bool wins_at_once = PlainWins(*rules, position, 1);
      ASSERT_EQ(prover.WinsWithin(position, 1, kManyNodes), wins_at_once)
          << name << ": " << ToString(*rules, position);
      ASSERT_EQ(prover.LosesWithin(position, 2, kManyNodes), PlainLoses(*rules, position, 2))
          << name << ": " << ToString(*rules, position);
      wins += wins_at_once;
      if (i > 1) continue;
      ASSERT_EQ(prover.WinsWithin(position, 3, kManyNodes), PlainWins(*rules, position, 3))
          << name << ": " << ToString(*rules, position);
    }
  }
  EXPECT_GT(wins, 100);
}

TEST(Prover, GivesUpAfterSoManyNodes) {
  const RulesPtr rules = OpenRules("linnaeus");
  Prover prover(rules, 12);
  EXPECT_EQ(prover.WinsWithin(rules->start(), 5, 1000), std::nullopt);
  EXPECT_LE(prover.nodes(), 1001u);
  EXPECT_EQ(prover.WinsWithin(rules->start(), 3, kManyNodes), false);
}

TEST(MayWinOtherwise, IsTrueWhereverAnotherMoveWins) {
  // The last attacker, and a side that can be blockaded.
  const RulesPtr rules = OpenRules("brandubh");
  EXPECT_TRUE(MayWinOtherwise(*rules, ParsePosition(*rules, "7/7/2tT3/3K3/7/7/7 d")));
  EXPECT_FALSE(MayWinOtherwise(*OpenRules("linnaeus"), OpenRules("linnaeus")->start()));
}

}  // namespace
}  // namespace raichi
