#include "app/ablate/seed_mean.h"

#include <gmock/gmock.h>

#include <cmath>

namespace raichi {
namespace {

/// A table whose players' errors are independent, each with the same deviation.
RatingTable TableOf(const std::vector<double>& elos, double deviation) {
  RatingTable table;
  for (size_t i = 0; i < elos.size(); ++i) {
    table.ratings.push_back({"p" + std::to_string(i), {elos[i], 1.96 * deviation}, {}, {}});
    for (size_t j = 0; j < elos.size(); ++j) {
      table.covariance.push_back(i == j ? deviation * deviation : 0);
    }
  }
  return table;
}

std::vector<RatingSum> EachOf(size_t players) {
  std::vector<RatingSum> sums;
  for (size_t i = 0; i < players; ++i) sums.push_back({{"p" + std::to_string(i), 1}});
  return sums;
}

TEST(SeedMeanTest, OneSeedHasTheErrorOfItsGames) {
  const EloWithError mean = MeanOverSeeds(TableOf({120}, 30), EachOf(1));
  EXPECT_DOUBLE_EQ(mean.elo, 120);
  EXPECT_DOUBLE_EQ(mean.error, 1.96 * 30);
}

TEST(SeedMeanTest, SeedsThatAgreeHaveTheErrorOfAllTheirGames) {
  const EloWithError mean = MeanOverSeeds(TableOf({100, 101, 99, 100}, 30), EachOf(4));
  EXPECT_DOUBLE_EQ(mean.elo, 100);
  EXPECT_NEAR(mean.error, 1.96 * 30 / 2, 1e-9);
}

TEST(SeedMeanTest, SpreadCountsByTheNumberOfSeeds) {
  // Ratings without error: variance (100² + 0 + 100²) / 2 over three seeds.
  const EloWithError mean = MeanOverSeeds(TableOf({0, 100, 200}, 0), EachOf(3));
  EXPECT_DOUBLE_EQ(mean.elo, 100);
  EXPECT_NEAR(mean.error, 4.302653 * std::sqrt(10'000.0 / 3), 1e-4);  // Student's t, two degrees
  // With errors of the games the measured spread is the whole error, no more.
  EXPECT_NEAR(MeanOverSeeds(TableOf({0, 100, 200}, 50), EachOf(3)).error, mean.error, 1e-9);
}

TEST(SeedMeanTest, DifferencesBySeedDoNotSeeWhatTheSeedsDoToBoth) {
  const RatingTable table = TableOf({0, 30, 500, 530}, 1);
  const std::vector<RatingSum> differences = {{{"p1", 1}, {"p0", -1}}, {{"p3", 1}, {"p2", -1}}};
  const EloWithError mean = MeanOverSeeds(table, differences);
  EXPECT_DOUBLE_EQ(mean.elo, 30);
  EXPECT_NEAR(mean.error, 1.96, 1e-9);  // four errors of 1, each with weight 1/2
}

TEST(SeedMeanTest, WhatAllSeedsShareDoesNotAverageOut) {
  RatingTable table = TableOf({100, 100}, 30);
  table.covariance = {900, 900, 900, 900};  // the error of the anchor
  EXPECT_NEAR(MeanOverSeeds(table, EachOf(2)).error, 1.96 * 30, 1e-9);
  table = TableOf({0, 100, 200}, 30);
  table.covariance.assign(9, 900);
  EXPECT_NEAR(MeanOverSeeds(table, EachOf(3)).error,
              std::hypot(1.96 * 30, 4.302653 * std::sqrt(10'000.0 / 3)), 1e-3);
}

/// Values of two seeds for each variant.
std::vector<std::vector<RatingSum>> InPairs(size_t players) {
  std::vector<std::vector<RatingSum>> values;
  for (const RatingSum& one : EachOf(players)) {
    if (values.empty() || values.back().size() == 2) values.emplace_back();
    values.back().push_back(one);
  }
  return values;
}

// Three variants with two seeds. Seeds differ by 500 in all of them; what is left is 10, -5 and -5
// for the first seed and the opposite for the second: 300 / 2 is the mean square.
TEST(CompareOverSeeds, PoolsTheSpreadOfAllVariants) {
  const RatingTable table = TableOf({10, 490, 95, 605, 195, 705}, 0);
  const SeedDifferences compared = CompareOverSeeds(table, InPairs(6), 0.05);
  EXPECT_EQ(compared.degrees, 2);
  EXPECT_NEAR(compared.spread, std::sqrt(150), 1e-9);
  ASSERT_EQ(compared.differences.size(), 2u);
  EXPECT_DOUBLE_EQ(compared.differences[0].elo, 100);
  EXPECT_DOUBLE_EQ(compared.differences[1].elo, 200);
  EXPECT_NEAR(compared.differences[0].error, 4.302653 * std::sqrt(150), 1e-4);
  EXPECT_NEAR(compared.p[1], 2 * compared.p[0] / 8, 0.01);  // about 1 / t² with two degrees
}

// Seeds that happen to agree do not hide the chance of the games.
TEST(CompareOverSeeds, TheErrorIsAtLeastThatOfTheGames) {
  const SeedDifferences compared =
      CompareOverSeeds(TableOf({0, 500, 100, 600}, 30), InPairs(4), 0.05);
  EXPECT_EQ(compared.degrees, 1);
  EXPECT_NEAR(compared.spread, 0, 1e-9);
  EXPECT_NEAR(compared.differences[0].error, 12.7062 * 30, 1e-2);  // four errors, each 1/2
}

TEST(CompareNumbers, PoolsTheSpreadOfAllVariants) {
  const SeedValues values = {{10, 490}, {95, 605}, {195, 705}};
  const NumberDifferences compared = CompareNumbers(values, 0.05);
  EXPECT_THAT(compared.differences, testing::ElementsAre(100, 200));
  EXPECT_NEAR(compared.error, 4.302653 * std::sqrt(150), 1e-4);
  EXPECT_NEAR(compared.p[0],
              CompareOverSeeds(TableOf({10, 490, 95, 605, 195, 705}, 0), InPairs(6), 0.05).p[0],
              1e-9);
}

TEST(CompareNumbers, SeedsThatDifferAlikeLeaveNoDoubt) {
  const NumberDifferences compared = CompareNumbers({{0.5, 0.75}, {0.5, 0.75}, {0.75, 1}}, 0.05);
  EXPECT_EQ(compared.error, 0);
  EXPECT_THAT(compared.p, testing::ElementsAre(1, 0));
}

TEST(CompareOverSeeds, AStricterLevelWidensTheInterval) {
  const RatingTable table = TableOf({10, 490, 95, 605, 195, 705}, 0);
  EXPECT_NEAR(CompareOverSeeds(table, InPairs(6), 0.01).differences[0].error,
              9.924843 * std::sqrt(150), 1e-3);
}

}  // namespace
}  // namespace raichi
