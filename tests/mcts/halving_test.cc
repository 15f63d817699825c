// Sequential halving: who is visited how often. "The reference" is mctx, whose
// get_sequence_of_considered_visits shares `simulations` among `considered` moves as follows. With
// p = ceil(log2 considered), a phase that has n moves left visits each
// max(1, floor(simulations / (p n))) times; the next has max(2, floor(n / 2)) of them. Phases
// follow, of two moves in the end, until all simulations are spent.

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "mcts/search/gumbel.h"

namespace raichi {
namespace {

using testing::Each;
using testing::ElementsAre;

/// Of so many moves, the first worth most.
std::vector<float> Falling(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = 0.9f - 0.1f * static_cast<float>(i);
  return values;
}

class SequentialHalving : public testing::Test {
 protected:
  /// Visits moves for `simulations`; each has its value from its first visit on, which counts for
  /// more than the draw. `kept`: visits from before. Returns the new ones.
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
  std::vector<int> sequence_;  // the new visits that each pick had before

 private:
  void Visit(size_t pick, const std::vector<float>& values) {
    picks_.push_back(pick);
    sequence_.push_back(moves_[pick].new_visits);
    ++moves_[pick].visits;
    ++moves_[pick].new_visits;
    moves_[pick].value = values[pick];
  }
};

// Two phases of eight: two visits to each of four moves, then four to each of the better two.
TEST_F(SequentialHalving, HalvesTheMovesAndSharesTheVisits) {
  EXPECT_THAT(Simulate({-0.9f, 0.5f, -0.8f, 0.9f}, 4, 16), ElementsAre(2, 6, 2, 6));
  EXPECT_THAT(std::vector(picks_.begin() + 8, picks_.end()), Each(testing::AnyOf(1, 3)));
  EXPECT_EQ(root_.Winner(0, moves_), 3u);
}

// Four phases of eight, of which 16 moves need two for a visit each; then one for each of eight,
// then two for each of four.
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

// p = 3: 30 / (3 * 5) = 2 to each of five; 30 / (3 * 2) = 5 to each of two, and 5 again.
TEST_F(SequentialHalving, OfAnOddNumberTheSmallerHalfStays) {
  EXPECT_THAT(Simulate(Falling(5), 5, 30), ElementsAre(12, 12, 2, 2, 2));
}

// p = 2: 12 / (2 * 3) = 2 to each of three; 12 / (2 * 2) = 3 to each of two, not six to one.
TEST_F(SequentialHalving, NeverLeavesOneAlone) {
  EXPECT_THAT(Simulate(Falling(3), 3, 12), ElementsAre(5, 5, 2));
}

// p = 3: 20 / 18 = 1 to each of six (6 in all), 20 / 9 = 2 to each of three (12), 20 / 6 = 3 to
// each of two (18), of whose next three there is time for one.
TEST_F(SequentialHalving, WhatDivisionLeavesIsSharedByTheLastTwo) {
  EXPECT_THAT(Simulate(Falling(6), 6, 20), ElementsAre(7, 7, 3, 1, 1, 1));
}

// p = 4: 1 to each of sixteen (16 in all), 100 / 32 = 3 to each of eight (40), 100 / 16 = 6 to each
// of four (64), 100 / 8 = 12 to each of two (88), and 6 of the next 12 to each.
TEST_F(SequentialHalving, AHundredVisitsOfSixteenMovesEndWithHalfAPhase) {
  EXPECT_THAT(Simulate(Falling(16), 16, 100),
              ElementsAre(28, 28, 10, 10, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1));
}

// The same, and one more: the better of the two is first in every round.
TEST_F(SequentialHalving, TheOddVisitIsTheBetterMoves) {
  EXPECT_THAT(Simulate(Falling(16), 16, 101),
              ElementsAre(29, 28, 10, 10, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1));
}

// The 63 that are left of a hundred: 1 to each of sixteen (16 in all), 63 / 32 = 1 to each of eight
// (24), 63 / 16 = 3 to each of four (36), 63 / 8 = 7 to each of two (50), and 13 of the next 14.
TEST_F(SequentialHalving, VisitsThatWereKeptBuyNoneAndCostNone) {
  std::vector<int> kept(16, 0);
  kept[0] = 2;
  kept[3] = 5;
  kept[15] = 30;
  EXPECT_THAT(Simulate(Falling(16), 16, 63, kept),
              ElementsAre(19, 18, 5, 5, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1));
}

// Of 20 simulations 16 are the first phase; the second of eight moves has time for the best four.
TEST_F(SequentialHalving, APhaseCutShortVisitsTheBestOfItsMoves) {
  EXPECT_THAT(Simulate(Falling(16), 16, 20),
              ElementsAre(2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
}

// The reference's own examples of 7 moves and 24 simulations, and of 8 and 13.
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

// The third of three visits goes to the better of two moves, and shows that it is the worse one.
// Here the reference differs: it plays the best of the most visited, whatever the last visit said.
TEST_F(SequentialHalving, TheWinnerNeedNotHaveHadTheOddVisit) {
  EXPECT_THAT(Simulate({0.5f, 0.4f}, 2, 3), ElementsAre(2, 1));
  EXPECT_EQ(root_.Winner(0, moves_), 0u);
  moves_[0].value = 0.3f;
  EXPECT_EQ(root_.Winner(0, moves_), 1u);
}

}  // namespace
}  // namespace raichi
