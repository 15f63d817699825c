#include "stats/ratings/ratings.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/rng.h"
#include "tests/selfplay/games.h"
#include "tests/stats/ratings/rating_world.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(RatingsTest, IntervalsCoverKnownStrengths) {
  const RatingWorld world{.elo = {0, 150, 320, 500, 610}, .side = 80, .nu = 0.5};
  Rng rng(5);
  int covered = 0, side_covered = 0;
  double bias = 0, draws = 0;
  for (int run = 0; run < 250; ++run) {
    std::vector<MatchResult> results;
    for (size_t a = 0; a < 5; ++a) {
      for (size_t b = a + 1; b < 5; ++b) results.push_back(world.Match(a, b, 40, &rng));
    }
    const RatingTable table = Rate(results);
    for (size_t i = 1; i < 5; ++i) {
      const EloWithError rating = RatingOf(table, RatingWorld::Name(i)).rating;
      covered += std::abs(rating.elo - world.elo[i]) <= rating.error ? 1 : 0;
      bias += rating.elo - world.elo[i];
      EXPECT_LT(rating.error, 120);
    }
    const EloWithError side = table.sides[0].middle().advantage;
    side_covered += std::abs(side.elo - 80) <= side.error ? 1 : 0;
    draws += table.sides[0].middle().draws.share;
  }
  EXPECT_NEAR(covered, 950, 30);
  EXPECT_NEAR(side_covered, 237.5, 12);
  EXPECT_NEAR(bias / 1000, 0, 15);  // The prior adds a small bias.
  const double decided = RatingWorld::Weight(80) + RatingWorld::Weight(-80);
  EXPECT_NEAR(draws / 250, 0.5 / (decided + 0.5), 0.009);
}

TEST(RatingsTest, TheAnchorIsZeroAndTheBestComesFirst) {
  const RatingWorld world{.elo = {0, 200, 100}};
  Rng rng(1);
  const std::vector<MatchResult> results = {world.Match(0, 1, 200, &rng),
                                            world.Match(2, 1, 200, &rng)};
  const RatingTable table = Rate(results);
  EXPECT_EQ(table.anchor, "random");
  std::vector<std::string> order;
  for (const Rating& rating : table.ratings) order.push_back(rating.player);
  EXPECT_THAT(order, ElementsAre("p1", "p2", "random"));
  EXPECT_EQ(RatingOf(table, "random").rating.elo, 0);
  EXPECT_EQ(RatingOf(table, "random").rating.error, 0);
  EXPECT_EQ(RatingOf(table, "p1").attackers.games(), 400u);

  // Another anchor shifts all ratings but changes no difference between them.
  const RatingTable shifted = Rate(results, {.anchor = "p1"});
  EXPECT_NEAR(RatingOf(shifted, "p2").rating.elo - RatingOf(shifted, "random").rating.elo,
              RatingOf(table, "p2").rating.elo, 1e-6);
  EXPECT_NEAR(RatingOf(shifted, "random").rating.error, RatingOf(table, "p1").rating.error, 1e-6);
}

TEST(RatingsTest, ADifferenceHasTheErrorThatTheOtherPlayerAsAnchorGives) {
  const RatingWorld world{.elo = {0, 400, 450, 300}};
  Rng rng(6);
  const std::vector<MatchResult> results = {
      world.Match(0, 1, 40, &rng), world.Match(0, 2, 40, &rng), world.Match(1, 2, 60, &rng),
      world.Match(0, 3, 40, &rng)};
  const RatingTable table = Rate(results);
  const EloWithError expected = RatingOf(Rate(results, {.anchor = "p1"}), "p2").rating;
  const EloWithError difference = table.Combine({{"p2", 1}, {"p1", -1}});
  EXPECT_NEAR(difference.elo, expected.elo, 1e-6);
  EXPECT_NEAR(difference.error, expected.error, 1e-6);
  EXPECT_NEAR(table.Combine({{"p3", 2}}).error, 2 * RatingOf(table, "p3").rating.error, 1e-9);
  EXPECT_EQ(table.Combine({{"random", 1}}).error, 0);
  EXPECT_THAT(ErrorOf([&] { table.Combine({{"nobody", 1}}); }), HasSubstr("nobody is not rated"));
}

TEST(RatingsTest, TheSideTermTakesUpTheAttackersAdvantage) {
  const MatchResult result{.a = "random",
                           .b = "x",
                           .rules = "r",
                           .a_attackers = {90, 0, 10},
                           .a_defenders = {10, 0, 90}};
  const RatingTable table = Rate(std::vector{result});
  EXPECT_NEAR(RatingOf(table, "x").rating.elo, 0, 1e-6);
  EXPECT_NEAR(table.sides[0].middle().advantage.elo, 400 * std::log10(9.0), 15);
}

TEST(RatingsTest, TheOrderOfResultsDoesNotMatter) {
  std::vector<MatchResult> results = {
      {.a = "random", .b = "x", .rules = "v", .a_attackers = {0, 0, 20}, .a_defenders = {0, 0, 20}},
      {.a = "random", .b = "x", .rules = "w", .a_attackers = {1, 0, 9}, .a_defenders = {0, 1, 9}}};
  const RatingTable table = Rate(results);
  std::ranges::reverse(results);
  const RatingTable other = Rate(results);
  EXPECT_NEAR(RatingOf(table, "x").rating.elo, RatingOf(other, "x").rating.elo, 1e-6);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(table.sides[i].middle().advantage.elo, other.sides[i].middle().advantage.elo, 1e-6);
  }
}

TEST(RatingsTest, SidesAreKeptApartByRules) {
  const std::vector<MatchResult> results = {{.a = "random",
                                             .b = "x",
                                             .rules = "w",
                                             .a_attackers = {90, 0, 10},
                                             .a_defenders = {10, 0, 90}},
                                            {.a = "random",
                                             .b = "x",
                                             .rules = "v",
                                             .a_attackers = {10, 0, 90},
                                             .a_defenders = {90, 0, 10}}};
  const RatingTable table = Rate(results);
  ASSERT_EQ(table.sides.size(), 2u);
  EXPECT_EQ(table.sides[0].rules, "v");
  EXPECT_LT(table.sides[0].middle().advantage.elo, -300);
  EXPECT_GT(table.sides[1].middle().advantage.elo, 300);
}

TEST(RatingsTest, ShutOutsStayFiniteAsDocumented) {
  const MatchResult result{.a = "x",
                           .b = "random",
                           .rules = "r",
                           .a_attackers = {100, 0, 0},
                           .a_defenders = {100, 0, 0}};
  const EloWithError rating = RatingOf(Rate(std::vector{result}), "x").rating;
  EXPECT_NEAR(rating.elo, 1150, 30);
  EXPECT_NEAR(rating.error, 600, 50);
}

TEST(RatingsTest, SplitResultsAddUp) {
  const RatingWorld world{.elo = {0, 100}};
  Rng rng(2);
  const MatchResult one = world.Match(0, 1, 50, &rng), two = world.Match(1, 0, 50, &rng);
  MatchResult sum = one;
  sum.a_attackers += {two.a_defenders.losses, two.a_defenders.draws, two.a_defenders.wins};
  sum.a_defenders += {two.a_attackers.losses, two.a_attackers.draws, two.a_attackers.wins};
  EXPECT_NEAR(RatingOf(Rate(std::vector{one, two}), "p1").rating.elo,
              RatingOf(Rate(std::vector{sum}), "p1").rating.elo, 1e-6);
}

TEST(RatingsTest, StrangersAreAnErrorThatNamesThem) {
  const std::vector<MatchResult> results = {
      {.a = "random", .b = "x", .rules = "r", .a_attackers = {1, 0, 1}, .a_defenders = {}},
      {.a = "y", .b = "z", .rules = "r", .a_attackers = {1, 0, 1}, .a_defenders = {}}};
  EXPECT_THAT(ErrorOf([&] { Rate(results); }), HasSubstr("to random: y z"));
  EXPECT_THAT(ErrorOf([] { Rate({}); }), HasSubstr("no games"));
}

TEST(RatingsTest, FormatsATable) {
  const MatchResult result{
      .a = "x", .b = "random", .rules = "r", .a_attackers = {9, 1, 0}, .a_defenders = {7, 1, 2}};
  const std::vector<std::string> lines = FormatRatings(Rate(std::vector{result}));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_THAT(lines[1], HasSubstr("x "));
  EXPECT_THAT(lines[1], HasSubstr("85%        95%        75%"));
  EXPECT_THAT(lines[2], HasSubstr("random     0    0     20"));
  EXPECT_THAT(lines[3], HasSubstr("r: attackers "));
  const std::string path(300, 'x');
  const MatchResult of_a_path = {path, "random", "r", {9, 1, 0}, {7, 1, 2}};
  EXPECT_THAT(FormatRatings(Rate(std::vector{of_a_path}))[1],
              HasSubstr("85%        95%        75%"));
}

}  // namespace
}  // namespace raichi
