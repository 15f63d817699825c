#include "selfplay/ratings/ratings.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/rng.h"
#include "selfplay/ratings/rating_model.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kEloPerUnit = 173.7178;

/// The model of ratings.h, for drawing random games.
struct World {
  std::vector<double> elo;
  double side = 0;  // Elo
  double nu = 0.5;

  Result Play(size_t attackers, size_t defenders, Rng* rng) const {
    const double d = (elo[attackers] - elo[defenders] + side) / kEloPerUnit;
    const double win = std::exp(d / 2), loss = std::exp(-d / 2);
    const double u = rng->Uniform() * (win + loss + nu);
    return u < win ? Result::kAttackersWin : u < win + nu ? Result::kDraw : Result::kDefendersWin;
  }
  MatchResult Match(size_t a, size_t b, int pairs, Rng* rng) const {
    MatchResult result{
        .a = Name(a), .b = Name(b), .rules = "linnaeus", .a_attackers = {}, .a_defenders = {}};
    for (int i = 0; i < pairs; ++i) {
      result.a_attackers.Add(Play(a, b, rng), Side::kAttackers);
      result.a_defenders.Add(Play(b, a, rng), Side::kDefenders);
    }
    return result;
  }
  static std::string Name(size_t i) { return i == 0 ? "random" : "p" + std::to_string(i); }
};

const Rating& Of(const RatingTable& table, const std::string& player) {
  for (const Rating& rating : table.ratings) {
    if (rating.player == player) return rating;
  }
  throw Error("no " + player);
}

TEST(RatingsTest, IntervalsCoverKnownStrengths) {
  const World world{.elo = {0, 150, 320, 500, 610}, .side = 80, .nu = 0.5};
  Rng rng(5);
  int covered = 0, side_covered = 0;
  double bias = 0, nu = 0;
  for (int run = 0; run < 250; ++run) {
    std::vector<MatchResult> results;
    for (size_t a = 0; a < 5; ++a) {
      for (size_t b = a + 1; b < 5; ++b) results.push_back(world.Match(a, b, 40, &rng));
    }
    const RatingTable table = Rate(results);
    for (size_t i = 1; i < 5; ++i) {
      const EloWithError rating = Of(table, World::Name(i)).rating;
      covered += std::abs(rating.elo - world.elo[i]) <= rating.error ? 1 : 0;
      bias += rating.elo - world.elo[i];
      EXPECT_LT(rating.error, 120);
    }
    const EloWithError side = table.sides[0].attackers_advantage;
    side_covered += std::abs(side.elo - 80) <= side.error ? 1 : 0;
    nu += table.draw_inclination;
  }
  EXPECT_NEAR(covered, 950, 30);
  EXPECT_NEAR(side_covered, 237.5, 12);
  EXPECT_NEAR(bias / 1000, 0, 15);  // The prior adds a small bias.
  EXPECT_NEAR(nu / 250, 0.5, 0.03);
}

TEST(RatingsTest, TheAnchorIsZeroAndTheBestComesFirst) {
  const World world{.elo = {0, 200, 100}};
  Rng rng(1);
  const std::vector<MatchResult> results = {world.Match(0, 1, 200, &rng),
                                            world.Match(2, 1, 200, &rng)};
  const RatingTable table = Rate(results);
  EXPECT_EQ(table.anchor, "random");
  std::vector<std::string> order;
  for (const Rating& rating : table.ratings) order.push_back(rating.player);
  EXPECT_THAT(order, ElementsAre("p1", "p2", "random"));
  EXPECT_EQ(Of(table, "random").rating.elo, 0);
  EXPECT_EQ(Of(table, "random").rating.error, 0);
  EXPECT_EQ(Of(table, "p1").attackers.games(), 400u);

  // Another anchor shifts all ratings but changes no difference between them.
  const RatingTable shifted = Rate(results, {.anchor = "p1"});
  EXPECT_NEAR(Of(shifted, "p2").rating.elo - Of(shifted, "random").rating.elo,
              Of(table, "p2").rating.elo, 1e-6);
  EXPECT_NEAR(Of(shifted, "random").rating.error, Of(table, "p1").rating.error, 1e-6);
}

TEST(RatingsTest, ADifferenceHasTheErrorThatTheOtherPlayerAsAnchorGives) {
  const World world{.elo = {0, 400, 450, 300}};
  Rng rng(6);
  const std::vector<MatchResult> results = {
      world.Match(0, 1, 40, &rng), world.Match(0, 2, 40, &rng), world.Match(1, 2, 60, &rng),
      world.Match(0, 3, 40, &rng)};
  const RatingTable table = Rate(results);
  const EloWithError expected = Of(Rate(results, {.anchor = "p1"}), "p2").rating;
  const EloWithError difference = table.Combine({{"p2", 1}, {"p1", -1}});
  EXPECT_NEAR(difference.elo, expected.elo, 1e-6);
  EXPECT_NEAR(difference.error, expected.error, 1e-6);
  EXPECT_NEAR(table.Combine({{"p3", 2}}).error, 2 * Of(table, "p3").rating.error, 1e-9);
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
  EXPECT_NEAR(Of(table, "x").rating.elo, 0, 1e-6);
  EXPECT_NEAR(table.sides[0].attackers_advantage.elo, 400 * std::log10(9.0), 15);
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
  EXPECT_LT(table.sides[0].attackers_advantage.elo, -300);
  EXPECT_GT(table.sides[1].attackers_advantage.elo, 300);
}

TEST(RatingsTest, ShutOutsStayFiniteAsDocumented) {
  const MatchResult result{.a = "x",
                           .b = "random",
                           .rules = "r",
                           .a_attackers = {100, 0, 0},
                           .a_defenders = {100, 0, 0}};
  const EloWithError rating = Of(Rate(std::vector{result}), "x").rating;
  EXPECT_NEAR(rating.elo, 1150, 30);
  EXPECT_NEAR(rating.error, 600, 50);
}

TEST(RatingsTest, SplitResultsAddUp) {
  const World world{.elo = {0, 100}};
  Rng rng(2);
  const MatchResult one = world.Match(0, 1, 50, &rng), two = world.Match(1, 0, 50, &rng);
  MatchResult sum = one;
  sum.a_attackers += {two.a_defenders.losses, two.a_defenders.draws, two.a_defenders.wins};
  sum.a_defenders += {two.a_attackers.losses, two.a_attackers.draws, two.a_attackers.wins};
  EXPECT_NEAR(Of(Rate(std::vector{one, two}), "p1").rating.elo,
              Of(Rate(std::vector{sum}), "p1").rating.elo, 1e-6);
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
}

TEST(RatingModelTest, DerivativesAreThoseOfTheValue) {
  const RatingModel model(2, 1, {{-1, 0, 0, 3, 2, 5}, {1, 0, 0, 4, 1, 1}, {1, -1, 0, 7, 0, 2}});
  const Eigen::Vector4d at(0.3, -0.8, 0.4, -0.5);
  const RatingModel::Local local = model.Evaluate(at);
  for (int i = 0; i < 4; ++i) {
    Eigen::VectorXd step = Eigen::VectorXd::Zero(4);
    step[i] = 1e-5;
    const RatingModel::Local up = model.Evaluate(at + step), down = model.Evaluate(at - step);
    EXPECT_NEAR((up.value - down.value) / 2e-5, local.gradient[i], 1e-6);
    for (int j = 0; j < 4; ++j) {
      EXPECT_NEAR(-(up.gradient[j] - down.gradient[j]) / 2e-5, local.negative_hessian(i, j), 1e-6);
    }
  }
  EXPECT_LT(model.Evaluate(model.Maximise()).gradient.lpNorm<Eigen::Infinity>(), 1e-6);
}

}  // namespace
}  // namespace raichi
