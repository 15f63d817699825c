#include <gtest/gtest.h>

#include <cmath>

#include "base/numbers.h"
#include "stats/balance/bids.h"

namespace raichi {
namespace {

/// Games at all pairs of 100, 200 and 400 visits, with exactly the expected points.
std::vector<VisitGames> Ladder(double s, double attackers_slope, double defenders_slope,
                               double games) {
  std::vector<VisitGames> ladder;
  for (const double a : {100, 200, 400}) {
    for (const double d : {100, 200, 400}) {
      const double logit =
          s + attackers_slope * std::log2(a / 400) - defenders_slope * std::log2(d / 400);
      ladder.push_back({a, d, games * ChanceOfLogit(logit), games});
    }
  }
  return ladder;
}

TEST(FairHandicapTest, TheDefendersNeedMoreIfTheAttackersAreAhead) {
  const Handicap handicap = FairHandicap(Ladder(0.6, 0.9, 0.4, 2000), 400);
  EXPECT_EQ(handicap.side, Side::kDefenders);
  EXPECT_NEAR(handicap.factor, std::exp2(0.6 / 0.4), 0.01);
  EXPECT_GT(handicap.low, 2);
  EXPECT_LT(handicap.high, 4);
}

TEST(FairHandicapTest, TheAttackersNeedMoreIfTheDefendersAreAhead) {
  const Handicap handicap = FairHandicap(Ladder(-0.6, 0.9, 0.4, 2000), 400);
  EXPECT_EQ(handicap.side, Side::kAttackers);
  EXPECT_NEAR(handicap.factor, std::exp2(0.6 / 0.9), 0.01);
  EXPECT_LT(handicap.low, handicap.factor);
  EXPECT_GT(handicap.high, handicap.factor);
}

TEST(FairHandicapTest, BelowOneTheOtherSideMayBeWeaker) {
  const Handicap handicap = FairHandicap(Ladder(0.02, 0.8, 0.4, 100), 400);
  EXPECT_EQ(handicap.side, Side::kDefenders);
  EXPECT_GT(handicap.factor, 1);
  EXPECT_LT(handicap.low, 1);
  EXPECT_GT(handicap.low, 0);
  EXPECT_GT(handicap.high, handicap.factor);
  // The doublings are counted with the slope of the side that needs them.
  EXPECT_GT(std::log2(handicap.high), -1.3 * std::log2(handicap.low));
}

TEST(FairHandicapTest, MayBeInfinite) {
  const Handicap perhaps = FairHandicap(Ladder(1, 0.5, 0.05, 100), 400);
  EXPECT_GT(perhaps.low, 2);
  EXPECT_EQ(perhaps.high, HUGE_VAL);
  const Handicap none = FairHandicap(Ladder(1, 0.5, -0.5, 5000), 400);
  EXPECT_EQ(none.low, HUGE_VAL);
}

/// Games with 20, 30 and 50 turns, even at 35.
std::vector<BidGames> Bids(double slope, double games) {
  std::vector<BidGames> bids;
  for (const int limit : {20, 30, 50}) {
    bids.push_back({limit, games * ChanceOfLogit(slope * std::log(35.0 / limit)), games});
  }
  return bids;
}

TEST(FairBidTest, IsWhereTheSidesAreEven) {
  const FairBid bid = EstimateFairBid(Bids(2, 400));
  EXPECT_NEAR(bid.turns, 35, 0.1);
  EXPECT_GT(bid.low, 30);
  EXPECT_LT(bid.high, 41);
  const FairBid fewer = EstimateFairBid(Bids(2, 100));
  EXPECT_LT(fewer.low, bid.low);
  EXPECT_GT(fewer.high, bid.high);
}

TEST(FairBidTest, IsUnboundedIfTheLimitDoesNotMatter) {
  const FairBid bid = EstimateFairBid(Bids(0.01, 50));
  EXPECT_EQ(bid.low, 0);
  EXPECT_EQ(bid.high, HUGE_VAL);
  // The attackers win at any limit: the bid is above those played.
  std::vector<BidGames> lost = Bids(0.01, 50);
  for (BidGames& one : lost) one.points = 45;
  EXPECT_GT(EstimateFairBid(lost).low, 30);
  EXPECT_EQ(EstimateFairBid(lost).high, HUGE_VAL);
}

}  // namespace
}  // namespace raichi
