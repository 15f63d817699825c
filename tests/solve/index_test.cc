#include "solve/index.h"

#include <gtest/gtest.h>

#include <set>

#include "solve/limits.h"
#include "tests/solve/games.h"

namespace raichi {
namespace {

TEST(Combinations, AreNumberedWithoutGaps) {
  EXPECT_EQ(Choose(5, 2), 10u);
  EXPECT_EQ(Choose(2, 5), 0u);
  for (uint64_t rank = 0; rank < Choose(9, 4); ++rank) {
    const uint64_t set = SetOfRank(rank, 4, 9);
    EXPECT_EQ(std::popcount(set), 4);
    EXPECT_LT(set, Bit(9));
    EXPECT_EQ(RankOf(set), rank);
  }
}

TEST(Combinations, AreClosedAndOpenedAgain) {
  static_assert(Closed(0b101000, 0b010001) == 0b1100);
  // On a board of 64 squares the last one counts too. (The compiler refuses shifts by 64.)
  static_assert(Opened(UINT64_MAX, 0) == UINT64_MAX);
  static_assert(Opened(UINT64_MAX >> 1, 1) == UINT64_MAX - 1);
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const uint64_t taken = rng(), set = rng() & ~taken;
    EXPECT_EQ(Opened(Closed(set, taken), taken), set);
  }
}

/// A random placement that the index has.
Placement RandomPlacement(const PositionIndex& index, int attackers, int defenders, Rng* rng) {
  Placement placement;
  for (bool fits = false; !fits;) {
    placement = {.king = static_cast<int>(rng->Below(25))};
    while (std::popcount(placement.attackers) < attackers)
      placement.attackers |= Bit(static_cast<int>(rng->Below(25)));
    while (std::popcount(placement.defenders) < defenders)
      placement.defenders |= Bit(static_cast<int>(rng->Below(25)));
    const uint64_t men = placement.attackers | placement.defenders;
    fits = (placement.attackers & placement.defenders) == 0 && (men >> placement.king & 1) == 0 &&
           index.Has(placement);
  }
  placement.to_move = rng->Below(2) == 0 ? Side::kAttackers : Side::kDefenders;
  return placement;
}

TEST(PositionIndex, SymmetricPositionsAndNoOthersShareANumber) {
  for (const std::string changes :
       {"", "+camps={squares: [a3], stop: [], pass: [], hostile: []}", "+throne=none"}) {
    const RulesPtr rules = SmallRules("1tttt/2t2/1TK2/T4/5", changes);
    const std::vector<Symmetry> symmetries = SymmetriesOf(*rules);
    const PositionIndex index(*rules, symmetries);
    Rng rng(1732);
    for (int i = 0; i < 2000; ++i) {
      const Placement placement =
          RandomPlacement(index, 1 + i % 5, static_cast<int>(rng.Below(3)), &rng);
      const uint64_t number = index.Of(placement);
      ASSERT_LT(number, index.size());
      bool has_itself = false;
      const Position position = PositionOf(placement, 5);
      const Position stored = PositionOf(index.At(number), 5);
      for (const Symmetry symmetry : symmetries) {
        EXPECT_EQ(index.Of(PlacementOf(symmetry(position, *rules), 5)), number);
        has_itself |= symmetry(position, *rules) == stored;
      }
      EXPECT_TRUE(has_itself);
    }
  }
}

TEST(PositionIndex, NearlyEveryNumberHasAPosition) {
  const RulesPtr rules = SmallRules("1t1t1/2t2/1TK2/5/5");
  const PositionIndex index(*rules, SymmetriesOf(*rules));
  uint64_t used = 0;
  for (uint64_t i = 0; i < index.size(); ++i) {
    const Placement placement = index.At(i);
    ASSERT_TRUE(index.Has(placement));
    ASSERT_EQ(placement.to_move, PositionIndex::ToMoveAt(i));
    used += index.Of(placement) == i;
  }
  EXPECT_GT(static_cast<double>(used), 0.96 * static_cast<double>(index.size()));
  EXPECT_EQ(index.classes().back().end, index.size());
}

TEST(PositionIndex, KnowsWhatItLacks) {
  const RulesPtr rules = SmallRules("1t1t1/2t2/1TK2/5/5");
  const PositionIndex index(*rules, SymmetriesOf(*rules));
  const Placement good = PlacementOf(rules->start(), 5);
  EXPECT_TRUE(index.Has(good));
  Placement bad = good;
  bad.attackers = 0;
  EXPECT_FALSE(index.Has(bad));
  bad.attackers = 0b1111 << 5;  // four
  EXPECT_FALSE(index.Has(bad));
  bad = good;
  bad.defenders = 1;  // on a corner
  EXPECT_FALSE(index.Has(bad));
}

TEST(EstimateSize, IsNearlyTheSizeOfTheIndex) {
  const RulesPtr rules = SmallRules("1t1t1/2t2/1TK2/5/2t2");
  const std::vector<Symmetry> symmetries = SymmetriesOf(*rules);
  const auto size = static_cast<double>(PositionIndex(*rules, symmetries).size());
  const SolveSize estimate = EstimateSize(*rules, symmetries);
  EXPECT_NEAR(estimate.positions / size, 1, 0.05);
  EXPECT_GT(estimate.bytes, size);
}

}  // namespace
}  // namespace raichi
