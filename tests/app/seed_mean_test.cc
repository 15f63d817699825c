#include "app/ablate/seed_mean.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace raichi
