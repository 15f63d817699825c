#include <gtest/gtest.h>

#include <limits>

#include "app/report/metrics.h"

namespace raichi {
namespace {

Json Line(int iteration, double seconds, int games, double attackers) {
  return {{"iteration", iteration},
          {"seconds", seconds},
          {"games", 10 * iteration},
          {"selfplay",
           {{"games", games},
            {"attackers", attackers},
            {"seconds", 2.0},
            {"evaluations_per_second", 100.0}}},
          {"train", {{"loss", 4.0 / iteration}, {"seconds", 0.5}, {"samples_per_second", 60.0}}}};
}

TEST(ReportNumberTest, IsShort) {
  EXPECT_EQ(ReportNumber(3.0).dump(), "3");
  EXPECT_EQ(ReportNumber(1.0 / 3).dump(), "0.333333");
  EXPECT_TRUE(ReportNumber(std::numeric_limits<double>::infinity()).is_null());
}

TEST(ProgressColumnsTest, OneRowAnIteration) {
  const Json columns = ProgressColumns({Line(1, 5, 10, 0.5), Line(2, 9, 10, 0.25)}, 400);
  EXPECT_EQ(columns["iterations_per_row"], 1);
  EXPECT_EQ(columns["iteration"], Json({1, 2}));
  EXPECT_EQ(columns["seconds"], Json({5, 9}));
  EXPECT_EQ(columns["evaluations"], Json({200, 400}));  // running totals
  EXPECT_EQ(columns["samples"], Json({30, 60}));
  EXPECT_EQ(columns["selfplay/attackers"], Json({0.5, 0.25}));
  EXPECT_EQ(columns["train/loss"], Json({4, 2}));
  EXPECT_TRUE(ProgressColumns({}, 400).is_null());
}

TEST(ProgressColumnsTest, ManyIterationsShareRows) {
  const Json columns =
      ProgressColumns({Line(1, 5, 10, 0.5), Line(2, 9, 10, 0.25), Line(3, 12, 10, 1)}, 2);
  EXPECT_EQ(columns["iterations_per_row"], 2);
  EXPECT_EQ(columns["games"], Json({20, 30}));  // a running total: the last value
  EXPECT_EQ(columns["selfplay/attackers"], Json({0.375, 1}));
}

TEST(ProgressColumnsTest, AnIterationWithoutNewGamesHasNoShares) {
  const Json columns = ProgressColumns({Line(1, 5, 0, 0), Line(2, 9, 10, 0.25)}, 400);
  EXPECT_EQ(columns["selfplay/attackers"], Json({nullptr, 0.25}));
  EXPECT_EQ(columns["train/loss"], Json({4, 2}));
}

}  // namespace
}  // namespace raichi
