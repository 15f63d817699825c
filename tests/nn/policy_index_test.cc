#include "nn/input/policy_index.h"

#include <gtest/gtest.h>

#include "rules/board/text.h"

namespace raichi {
namespace {

TEST(PolicyIndex, IsOneToOneOnMovesOfTheCanvas) {
  for (const int canvas : {5, 9, 19}) {
    int moves = 0;
    for (int index = 0; index < PolicySize(canvas); ++index) {
      const Move move = PolicyMove(index, canvas);
      if (move.IsNone()) continue;
      ++moves;
      ASSERT_EQ(PolicyIndex(move, canvas), index);
    }
    EXPECT_EQ(moves, canvas * canvas * 2 * (canvas - 1));  // number of rook moves on an empty board
  }
}

TEST(PolicyIndex, KnowsTheSquaresThatMovesReach) {
  const std::vector<int64_t> reached = ReachedSquares(9);
  ASSERT_EQ(reached.size(), static_cast<size_t>(PolicySize(9)));
  for (const char* move : {"a1-a9", "i9-a9", "c4-d4", "e5-e2"}) {
    const Move parsed = ParseMove(move, 9);
    const int file = move[3] - 'a', rank = move[4] - '1';
    EXPECT_EQ(reached[static_cast<size_t>(PolicyIndex(parsed, 9))], 9 * rank + file) << move;
  }
}

TEST(PolicyIndex, ChannelsOfASmallerCanvasComeFirst) {
  const Move move = ParseMove("c2-c5", 7);
  EXPECT_EQ(PolicyChannel(move), 2 * 4 + 2);
  EXPECT_EQ(PolicyIndex(move, 7), (1 * 7 + 2) * 24 + 10);
  EXPECT_EQ(PolicyIndex(move, 9), (1 * 9 + 2) * 32 + 10);
}

}  // namespace
}  // namespace raichi
