#include "run/metrics/progress_log.h"

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/files/output_file.h"

namespace raichi {
namespace {

RatingTable RatedAt(const std::string& player, double elo) {
  RatingTable table;
  table.ratings.push_back({.player = player, .rating = {.elo = elo, .error = 30}});
  return table;
}

TEST(ProgressLog, AddsARatingToTheNewestLineOnly) {
  const TemporaryFolder folder;
  ProgressLog log(folder.path());
  EXPECT_EQ(log.newest(), nullptr);
  EXPECT_FALSE(log.LastRating());
  log.Add({{"iteration", 1}, {"time", 10.0}});
  log.AddRating(1, RatedAt("000001", 100));
  log.Add({{"iteration", 2}, {"time", 20.0}});
  log.AddRating(1, RatedAt("000001", 300));  // of an earlier line
  log.AddRating(2, RatedAt("000001", 300));  // the table does not know model 2
  ASSERT_TRUE(log.LastRating());
  EXPECT_EQ(log.LastRating()->model, 1);
  EXPECT_EQ(log.LastRating()->elo, 100);
  log.AddRating(2, RatedAt("000002", 200));
  const ProgressLog again(folder.path());
  EXPECT_EQ(again.LastRating()->model, 2);
  EXPECT_EQ(again.newest()->at("rating").at("elo"), 200);
  EXPECT_EQ(again.newest()->at("rating").at("error"), 30);
}

TEST(ProgressLog, KeepsWhatTheNewestModelSaysOfProvenPositions) {
  const TemporaryFolder folder;
  ProgressLog log(folder.path());
  log.Add({{"iteration", 1}, {"time", 10.0}});
  const Json shares = {{"positions", 7}, {"16", {{"signs", 0.5}, {"kept", 0.75}}}};
  log.AddTruth(2, shares);  // of no line
  EXPECT_FALSE(log.newest()->contains("truth"));
  log.AddTruth(1, shares);
  log.AddRating(1, RatedAt("000001", 100));
  const ProgressLog again(folder.path());
  EXPECT_EQ(again.newest()->at("truth"), shares);
  EXPECT_EQ(WithoutMeasurements(*again.newest()), (Json{{"iteration", 1}, {"time", 10.0}}));
}

TEST(ProgressLog, TheSameRatingAgainWritesNothing) {
  const TemporaryFolder folder;
  ProgressLog log(folder.path());
  log.Add({{"iteration", 1}, {"time", 10.0}});
  log.AddRating(1, RatedAt("000001", 100));
  const auto size = [&] {
    return std::filesystem::file_size(folder / "events.out.tfevents.raichi");
  };
  const auto before = size();
  log.AddRating(1, RatedAt("000001", 100));
  EXPECT_EQ(size(), before);
  log.AddRating(1, RatedAt("000001", 101));
  EXPECT_GT(size(), before);
}

}  // namespace
}  // namespace raichi
