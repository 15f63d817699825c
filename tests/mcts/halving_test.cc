// Sequential halving: how often each move is visited. "The reference" is mctx, whose
// get_sequence_of_considered_visits divides `simulations` among `considered` moves as follows. Let
// p = ceil(log2 considered). A phase with n moves left visits each of them
// max(1, floor(simulations / (p n))) times, and the next phase keeps max(2, floor(n / 2)) of them.
// Phases continue, eventually with two moves, until all simulations are spent.

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "mcts/search/gumbel.h"

namespace raichi {
namespace {

using testing::Each;
using testing::ElementsAre;

/// Returns the values of `count` moves in descending order.
std::vector<float> Falling(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = 0.9f - 0.1f * static_cast<float>(i);
  return values;
}

class SequentialHalving : public testing::Test {
 protected:
  /// Runs `simulations` visits and returns the new visits of each move. A move has its value from
  /// its first visit on; values outweigh the Gumbel samples. `kept` are the visits from earlier
  /// searches.
  std::vector<int> Simulate(const std::vector<float>& values, int considered, int simulations,
                            const std::vector<int>& kept = {}) {
    moves_.assign(values.size(), {.prior = 1 / static_cast<float>(values.size())});
    for (size_t i = 0; i < kept.size(); ++i) {
      moves_[i].visits = kept[i];
      moves_[i].value = values[i];
    }
    root_.Begin({.considered = considered, .c_scale = 100}, moves_, simulations, &rng_);
    for (int i = 0; i < simulations; ++i) Visit(root_.Pick(0, moves_), values);
    std::vector<int> visits;
    for (const RootMove& move : moves_) visits.push_back(move.new_visits);
    return visits;
  }

  Rng rng_{3};
  GumbelRoot root_;
  std::vector<RootMove> moves_;
  std::vector<size_t> picks_;
  std::vector<int> sequence_;  // number of new visits of each picked move before the pick

 private:
  void Visit(size_t pick, const std::vector<float>& values) {
    picks_.push_back(pick);
    sequence_.push_back(moves_[pick].new_visits);
    ++moves_[pick].visits;
    ++moves_[pick].new_visits;
    moves_[pick].value = values[pick];
  }
};

// There are two phases of eight visits: two for each of four moves, then four for each of the
// better two.
TEST_F(SequentialHalving, HalvesTheMovesAndSharesTheVisits) {
  EXPECT_THAT(Simulate({-0.9f, 0.5f, -0.8f, 0.9f}, 4, 16), ElementsAre(2, 6, 2, 6));
  EXPECT_THAT(std::vector(picks_.begin() + 8, picks_.end()), Each(testing::AnyOf(1, 3)));
  EXPECT_EQ(root_.Winner(0, moves_), 3u);
}

// There are four phases of eight visits. Visiting each of 16 moves once takes two phases; then each
// of eight moves gets one visit and each of four gets two.
TEST_F(SequentialHalving, VisitsEachConsideredMoveAtLeastOnce) {
  std::vector<float> values(40);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 100;
  std::vector<int> visits = Simulate(values, 16, 32);
  std::sort(visits.begin(), visits.end(), std::greater());
  visits.resize(17);
  EXPECT_THAT(visits, ElementsAre(4, 4, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0));
}

TEST_F(SequentialHalving, ConsidersNoMoreThanItCanVisit) {
  const std::vector<int> visits = Simulate(std::vector<float>(40), 16, 5);
  EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), 5);
}

// p = 3: 30 / (3 * 5) = 2 visits for each of five moves, then twice 30 / (3 * 2) = 5 for each of
// two.
TEST_F(SequentialHalving, OfAnOddNumberTheSmallerHalfStays) {
  EXPECT_THAT(Simulate(Falling(5), 5, 30), ElementsAre(12, 12, 2, 2, 2));
}

// p = 2: 12 / (2 * 3) = 2 visits for each of three moves, then 12 / (2 * 2) = 3 for each of two,
// rather than six for one.
TEST_F(SequentialHalving, NeverLeavesOneAlone) {
  EXPECT_THAT(Simulate(Falling(3), 3, 12), ElementsAre(5, 5, 2));
}

// p = 3: 20 / 18 = 1 visit for each of six moves (6 in total), 20 / 9 = 2 for each of three (12),
// 20 / 6 = 3 for each of two (18), and one each from the two visits that are left.
TEST_F(SequentialHalving, WhatDivisionLeavesIsSharedByTheLastTwo) {
  EXPECT_THAT(Simulate(Falling(6), 6, 20), ElementsAre(7, 7, 3, 1, 1, 1));
}

// p = 4: 1 visit for each of sixteen moves (16 in total), 100 / 32 = 3 for each of eight (40),
// 100 / 16 = 6 for each of four (64), 100 / 8 = 12 for each of two (88), and 6 of the next 12 for
// each.
TEST_F(SequentialHalving, AHundredVisitsOfSixteenMovesEndWithHalfAPhase) {
  EXPECT_THAT(Simulate(Falling(16), 16, 100),
              ElementsAre(28, 28, 10, 10, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1));
}

// As above with one more visit, which goes to the better of the two moves: it comes first in every
// round.
TEST_F(SequentialHalving, TheOddVisitIsTheBetterMoves) {
  EXPECT_THAT(Simulate(Falling(16), 16, 101),
              ElementsAre(29, 28, 10, 10, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1));
}

// Of a hundred visits 63 are left: 1 for each of sixteen moves (16 in total), 63 / 32 = 1 for each
// of eight (24), 63 / 16 = 3 for each of four (36), 63 / 8 = 7 for each of two (50), and 13 of the
// next 14.
TEST_F(SequentialHalving, VisitsThatWereKeptBuyNoneAndCostNone) {
  std::vector<int> kept(16, 0);
  kept[0] = 2;
  kept[3] = 5;
  kept[15] = 30;
  EXPECT_THAT(Simulate(Falling(16), 16, 63, kept),
              ElementsAre(19, 18, 5, 5, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1));
}

// The first phase takes 16 of 20 simulations. The second, with eight moves, only has time for the
// best four.
TEST_F(SequentialHalving, APhaseCutShortVisitsTheBestOfItsMoves) {
  EXPECT_THAT(Simulate(Falling(16), 16, 20),
              ElementsAre(2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
}

// The reference's own examples: 7 moves with 24 simulations, and 8 moves with 13.
TEST_F(SequentialHalving, GoesInRoundsLikeTheReference) {
  Simulate(Falling(7), 7, 24);
  EXPECT_THAT(sequence_, ElementsAre(0, 0, 0, 0, 0, 0, 0,  // seven moves
                                     1, 1, 1, 2, 2, 2,     // three
                                     3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8));
  sequence_.clear();
  Simulate(Falling(8), 8, 13);
  EXPECT_THAT(sequence_, ElementsAre(0, 0, 0, 0, 0, 0, 0, 0,  // eight moves
                                     1, 1, 1, 1,              // four
                                     2));
}

// The third of three visits goes to the better of two moves and shows that it is in fact worse.
// Here the reference differs: it plays the best of the most visited moves, regardless of the last
// visit.
TEST_F(SequentialHalving, TheWinnerNeedNotHaveHadTheOddVisit) {
  EXPECT_THAT(Simulate({0.5f, 0.4f}, 2, 3), ElementsAre(2, 1));
  EXPECT_EQ(root_.Winner(0, moves_), 0u);
  moves_[0].value = 0.3f;
  EXPECT_EQ(root_.Winner(0, moves_), 1u);
}

}  // namespace
}  // namespace raichi
