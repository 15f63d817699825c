#include "solve/answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "rules/notation.h"
#include "tests/solve/games.h"

namespace raichi {
namespace {

TEST(Summarize, CountsEveryReachedPositionOnce) {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/5"));
  const SolveSummary summary = Summarize(*table);
  EXPECT_EQ(summary.by_result[0], 0u);
  EXPECT_EQ(summary.by_result[1] + summary.by_result[2] + summary.by_result[3], summary.reached);
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    const SolveSummary::Longest& longest = summary.longest[static_cast<size_t>(side)];
    EXPECT_EQ(table->ValueAt(longest.index),
              (Solved{.result = WinFor(side), .plies = longest.plies}));
  }
}

TEST(SamplePositions, AreDifferentAndSeeded) {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/5"));
  const auto draw = [&](uint64_t count, int min_plies, uint64_t seed) {
    Rng rng(seed);
    return SamplePositions(*table, count, min_plies, &rng);
  };
  const std::vector<uint64_t> sample = draw(500, 0, 7);
  EXPECT_EQ(std::set<uint64_t>(sample.begin(), sample.end()).size(), 500u);
  EXPECT_EQ(sample, draw(500, 0, 7));
  EXPECT_NE(sample, draw(500, 0, 8));
  double half = 0;  // of the numbers, about half are in the lower half
  const std::vector<uint64_t> all = draw(UINT64_MAX, 0, 7);
  EXPECT_EQ(all.size(), Summarize(*table).reached);
  std::vector<uint64_t> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  for (const uint64_t index : sample) half += index < sorted[sorted.size() / 2];
  EXPECT_NEAR(half / 500, 0.5, 0.12);
  for (const uint64_t index : draw(100, 4, 7)) {
    EXPECT_GE(table->ValueAt(index).plies.value_or(100), 4);
  }
}

double Points(const Solved& value) {
  if (value.result == Result::kDraw) return 0.5;
  return value.result == WinFor(Side::kAttackers) ? 1 : 0;
}

bool NextMoveCanEnd(const Rules& rules, const Position& position) {
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    Position after = position;
    return Play(rules, move, &after).result != Result::kOngoing;
  });
}

TEST(MeanScoreAfterOpening, CountsTheMovesThatAreKeptAndTheStartIfSixteenDrawsFail) {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/2t2", "+king.armed=none"));
  Rng rng(5);
  int fractions = 0;
  for (const uint64_t index : SamplePositions(*table, 500, 3, &rng)) {
    const Position position = table->PositionAt(index);
    const std::vector<SolvedMove> moves = SolvedMoves(*table, position);
    double kept = 0, points = 0;
    for (const SolvedMove& move : moves) {
      Position after = position;
      if (Play(table->rules(), move.move, &after).result != Result::kOngoing) continue;
      if (NextMoveCanEnd(table->rules(), after)) continue;
      ++kept;
      points += Points(move.value);
    }
    const double none = std::pow(1 - kept / static_cast<double>(moves.size()), 16);
    const double mean = kept > 0 ? points / kept : 0;
    const double expected = none * Points(table->ValueAt(index)) + (1 - none) * mean;
    EXPECT_NEAR(MeanScoreAfterOpening(*table, position, 1), expected, 1e-9);
    fractions += expected > 0.01 && expected < 0.99;
  }
  EXPECT_GT(fractions, 5);
}

TEST(SolvedMoves, LeadToTheValueOfThePosition) {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/5"));
  Rng rng(3);
  for (const uint64_t index : SamplePositions(*table, 300, 0, &rng)) {
    const Position position = table->PositionAt(index);
    const std::vector<SolvedMove> moves = SolvedMoves(*table, position);
    MoveList legal;
    GenerateMoves(table->rules(), position, &legal);
    ASSERT_EQ(moves.size(), legal.size());
    EXPECT_EQ(moves.front().value, table->ValueAt(index)) << ToString(table->rules(), position);
    for (size_t i = 1; i < moves.size(); ++i) {
      if (moves[i].value.result != moves[i - 1].value.result) continue;
      const bool wins = moves[i].value.result == WinFor(position.to_move());
      const int before = moves[i - 1].value.plies.value_or(500);
      const int after = moves[i].value.plies.value_or(500);
      EXPECT_TRUE(wins ? before <= after : before >= after);
    }
  }
}

TEST(ValueOf, IsNothingForPositionsThatCannotBeReached) {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/5"));
  const Rules& rules = table->rules();
  EXPECT_FALSE(table->ValueOf(ParsePosition(rules, "ttt2/5/1TK2/5/5 a")));  // too many
  EXPECT_TRUE(table->ValueOf(ParsePosition(rules, "1t2t/5/1TK2/5/5 d")));
}

}  // namespace
}  // namespace raichi
