#include <gmock/gmock.h>

#include <cmath>

#include "base/rng.h"
#include "stats/ratings/rating_problem.h"
#include "stats/ratings/ratings.h"
#include "tests/stats/ratings/rating_world.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// Weak attackers lose and strong ones win; draws become rarer.
const RatingWorld kTurning{.elo = {0, 250, 480, 700, 950, 1150, 1400},
                           .side = 0,
                           .nu = 0.6,
                           .rules = "turning",
                           .middle = 700,
                           .slope = 0.4,
                           .nu_slope = -0.2};
const RatingWorld kConstant{.elo = kTurning.elo,
                            .side = 150,
                            .nu = 0.1,
                            .rules = "constant",
                            .middle = 0,
                            .slope = 0,
                            .nu_slope = 0};

/// The shares that a world's rules give between equals.
double TrueScore(const RatingWorld& world, double rating) {
  const double win = RatingWorld::Weight(world.Advantage(rating));
  const double draw = world.Nu(rating);
  return (win + draw / 2) / (win + draw + 1 / win);
}
double TrueDraws(const RatingWorld& world, double rating) {
  const double win = RatingWorld::Weight(world.Advantage(rating));
  return world.Nu(rating) / (win + world.Nu(rating) + 1 / win);
}

bool Covers(const ShareOfGames& share, double truth) {
  return share.low <= truth && truth <= share.high;
}
bool Covers(const EloWithError& value, double truth) {
  return std::abs(value.elo - truth) <= value.error;
}

/// How often intervals contain the truth, and how far estimates are off on average.
struct Recovery {
  int advantages = 0, scores = 0, draws = 0, slopes = 0, levels = 0;
  double slope = 0;      // mean, Elo per 100 Elo
  double advantage = 0;  // mean error, Elo

  void Add(const SideTerm& side, const RatingWorld& world, double anchor) {
    for (const EqualPlayers& level : side.levels) {
      const double rating = level.rating + anchor;
      ++levels;
      advantages += Covers(level.advantage, world.Advantage(rating)) ? 1 : 0;
      scores += Covers(level.score, TrueScore(world, rating)) ? 1 : 0;
      draws += Covers(level.draws, TrueDraws(world, rating)) ? 1 : 0;
      advantage += level.advantage.elo - world.Advantage(rating);
    }
    slopes += Covers(side.slope, 100 * world.slope) ? 1 : 0;
    slope += side.slope.elo;
  }
};

TEST(SideTermTest, LinesOfEachRuleSetAreRecovered) {
  constexpr int kRuns = 100;
  Rng rng(11);
  Recovery turning, constant;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<MatchResult> results;
    kTurning.RoundRobin(40, &rng, &results);
    kConstant.RoundRobin(20, &rng, &results);
    const RatingTable table = Rate(results, {.anchor = "p3"});
    ASSERT_EQ(table.sides.size(), 2u);
    EXPECT_EQ(table.sides[0].rules, "constant");
    EXPECT_LT(table.dispersion, 2);
    constant.Add(table.sides[0], kConstant, kTurning.elo[3]);
    turning.Add(table.sides[1], kTurning, kTurning.elo[3]);
    // An average would say that the sides are equal; the ends say for whom they are not.
    EXPECT_LT(table.sides[1].levels.front().advantage.elo, -80);
    EXPECT_GT(table.sides[1].levels.back().advantage.elo, 80);
  }
  for (const Recovery& one : {turning, constant}) {
    EXPECT_EQ(one.levels, 5 * kRuns);
    // 95 %, give or take three standard errors; the levels of a run are not independent.
    EXPECT_NEAR(one.advantages, 475, 30);
    EXPECT_NEAR(one.scores, 475, 30);
    EXPECT_NEAR(one.draws, 475, 30);
    EXPECT_NEAR(one.slopes, 95, 7);
    EXPECT_NEAR(one.advantage / one.levels, 0, 6);
  }
  EXPECT_NEAR(turning.slope / kRuns, 40, 2);
  EXPECT_NEAR(constant.slope / kRuns, 0, 2);
}

TEST(SideTermTest, FlatLinesAreTheModelWithOneAdvantageForAll) {
  // Computed by an independent program from the same games with one constant for the advantage
  // and one for nu.
  const std::vector<MatchResult> results = {
      {"random", "x", "r", {6, 4, 30}, {14, 6, 20}},
      {"random", "y", "r", {1, 1, 38}, {5, 3, 32}},
      {"x", "y", "r", {9, 5, 26}, {10, 9, 21}},
  };
  const RatingTable table = Rate(results, {.slope_deviation = 1e-6});
  const double widening = std::sqrt(table.dispersion);
  EXPECT_NEAR(RatingOf(table, "y").rating.elo, 390.21167, 1e-3);
  EXPECT_NEAR(RatingOf(table, "y").rating.error, 95.27656 * widening, 1e-3);
  EXPECT_NEAR(RatingOf(table, "x").rating.elo, 201.57289, 1e-3);
  EXPECT_NEAR(RatingOf(table, "x").rating.error, 81.58533 * widening, 1e-3);
  const double nu = 2 * 0.146495228 / (1 - 0.146495228);
  const double win = RatingWorld::Weight(-84.80186);
  for (const EqualPlayers& level : table.sides[0].levels) {
    EXPECT_NEAR(level.advantage.elo, -84.80186, 1e-3);
    EXPECT_NEAR(level.advantage.error, 59.53108 * widening, 1e-3);
    EXPECT_NEAR(level.draws.share, nu / (nu + win + 1 / win), 1e-6);
  }
  EXPECT_NEAR(table.sides[0].slope.elo, 0, 1e-6);
}

TEST(SideTermTest, FewGamesGiveFlatLinesAndMoreGamesTheSlope) {
  const auto slope_after = [](int pairs) {
    double sum = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      Rng rng(seed);
      RatingWorld world = kTurning;
      world.elo.resize(4);
      std::vector<MatchResult> results;
      world.RoundRobin(pairs, &rng, &results);
      sum += Rate(results).sides[0].slope.elo / 20;
    }
    return sum;
  };
  const double few = slope_after(1), more = slope_after(10), many = slope_after(300);
  EXPECT_LT(few, 15);
  EXPECT_LT(few, more);
  EXPECT_LT(more, many);
  EXPECT_NEAR(many, 40, 5);
}

TEST(SideTermTest, TheChoiceOfTheAnchorDoesNotMatter) {
  Rng rng(3);
  std::vector<MatchResult> results;
  kTurning.RoundRobin(10, &rng, &results);
  const RatingTable table = Rate(results), shifted = Rate(results, {.anchor = "p4"});
  const double shift = RatingOf(table, "p4").rating.elo;
  EXPECT_NEAR(table.dispersion, shifted.dispersion, 1e-9);
  for (size_t i = 0; i < table.sides[0].levels.size(); ++i) {
    const EqualPlayers& one = table.sides[0].levels[i];
    const EqualPlayers& other = shifted.sides[0].levels[i];
    EXPECT_NEAR(one.rating, other.rating + shift, 1e-5);
    EXPECT_NEAR(one.advantage.elo, other.advantage.elo, 1e-5);
    EXPECT_NEAR(one.advantage.error, other.advantage.error, 1e-5);
    EXPECT_NEAR(one.score.low, other.score.low, 1e-7);
    EXPECT_NEAR(one.draws.high, other.draws.high, 1e-7);
  }
}

TEST(SideTermTest, LevelsLieWhereGamesWereInformative) {
  Rng rng(4);
  std::vector<MatchResult> results;
  RatingWorld world = kTurning;
  world.RoundRobin(30, &rng, &results);
  const SideTerm before = Rate(results, {.anchor = "p3"}).sides[0];
  EXPECT_GT(before.levels.front().rating, kTurning.elo.front() - 700);
  EXPECT_LT(before.levels.back().rating, kTurning.elo.back() - 700);
  // A player who loses every game is far away and tells nothing of the games between others.
  for (const char* winner : {"p3", "p4", "p5", "p6"}) {
    results.push_back({winner, "beginner", "turning", {30, 0, 0}, {30, 0, 0}});
  }
  const SideTerm after = Rate(results, {.anchor = "p3"}).sides[0];
  EXPECT_DOUBLE_EQ(before.informative_games, after.informative_games);
  EXPECT_NEAR(before.levels.front().rating, after.levels.front().rating, 20);
  EXPECT_NEAR(before.levels.front().advantage.elo, after.levels.front().advantage.elo, 20);
}

TEST(SideTermTest, DegenerateResultsStayFinite) {
  const std::vector<std::vector<MatchResult>> cases = {
      {{"x", "y", "r", {1, 0, 0}, {}}},                 // one game
      {{"x", "y", "r", {500, 0, 0}, {500, 0, 0}}},      // all wins
      {{"x", "y", "r", {0, 500, 0}, {0, 500, 0}}},      // all draws
      {{"x", "y", "r", {250, 0, 250}, {250, 0, 250}}},  // no draws
      {{"x", "y", "r", {500, 0, 0}, {0, 0, 500}}},      // attackers always win
      {{"x", "y", "r", {9, 0, 1}, {3, 1, 6}}, {"y", "z", "few", {1, 0, 0}, {0, 0, 1}}},
  };
  for (const std::vector<MatchResult>& results : cases) {
    const RatingTable table = Rate(results);
    for (const Rating& rating : table.ratings) {
      EXPECT_TRUE(std::isfinite(rating.rating.elo) && std::isfinite(rating.rating.error));
    }
    for (const SideTerm& side : table.sides) {
      ASSERT_EQ(side.levels.size(), 1u);
      const auto& [rating, advantage, score, draws] = side.levels[0];
      EXPECT_LT(std::abs(rating), 2000);
      EXPECT_TRUE(std::isfinite(advantage.elo));
      EXPECT_GT(advantage.error, 0);
      EXPECT_LT(advantage.error, 1200);
      for (const ShareOfGames& share : {score, draws}) {
        EXPECT_LE(0, share.low);
        EXPECT_LT(share.low, share.share);
        EXPECT_LT(share.share, share.high);
        EXPECT_LE(share.high, 1);
      }
      EXPECT_NEAR(side.slope.elo, 0, 1e-6);
    }
    EXPECT_GE(table.dispersion, 1);
  }
}

TEST(SideTermTest, ARuleSetWithFewGamesLeavesTheRatingsAlone) {
  Rng rng(9);
  std::vector<MatchResult> results;
  kTurning.RoundRobin(30, &rng, &results);
  const RatingTable alone = Rate(results);
  results.push_back({"p1", "p2", "few", {1, 0, 0}, {0, 0, 1}});
  const RatingTable both = Rate(results);
  for (const Rating& rating : alone.ratings) {
    const EloWithError now = RatingOf(both, rating.player).rating;
    EXPECT_NEAR(now.elo, rating.rating.elo, 5);
    EXPECT_NEAR(now.error, rating.rating.error, 5);
  }
  EXPECT_EQ(both.sides[0].rules, "few");
  EXPECT_EQ(both.sides[0].levels.size(), 1u);
}

TEST(DispersionTest, PairingsWithAnAdvantageOfTheirOwnWidenTheErrors) {
  // The model knows one advantage for all, but each player has one of its own against each other.
  constexpr int kRuns = 100;
  int covered = 0, covered_without = 0;
  double dispersion = 0;
  for (uint64_t seed = 0; seed < kRuns; ++seed) {
    Rng rng(seed);
    std::vector<MatchResult> results;
    const RatingWorld world{.elo = {0, 60, 120, 180, 240, 300, 360, 420}};
    for (size_t a = 0; a < world.elo.size(); ++a) {
      for (size_t b = a + 1; b < world.elo.size(); ++b) {
        const RatingWorld ab{.elo = world.elo, .side = 400 * (rng.Uniform() - 0.5)};
        const RatingWorld ba{.elo = world.elo, .side = 400 * (rng.Uniform() - 0.5)};
        MatchResult result = ab.Match(a, b, 100, &rng);
        result.a_defenders = ba.Match(a, b, 100, &rng).a_defenders;
        results.push_back(result);
      }
    }
    const RatingTable table = Rate(results);
    dispersion += table.dispersion / kRuns;
    EloWithError side = table.sides[0].middle().advantage;
    covered += Covers(side, 0) ? 1 : 0;
    side.error /= std::sqrt(table.dispersion);
    covered_without += Covers(side, 0) ? 1 : 0;
  }
  EXPECT_GT(dispersion, 3);
  EXPECT_LT(covered_without, 70);
  EXPECT_GT(covered, 80);
}

TEST(DispersionTest, ResultsAsExpectedOrFewResultsWidenNothing) {
  std::vector<MatchResult> results;
  Rng rng(8);
  kTurning.RoundRobin(100, &rng, &results);
  EXPECT_LT(Rate(results).dispersion, 1.3);
  // An upset between two players is chance, as far as anybody can tell.
  EXPECT_LT(Rate(std::vector<MatchResult>{{"x", "y", "r", {4, 0, 0}, {0, 0, 4}},
                                          {"y", "z", "r", {0, 0, 4}, {4, 0, 0}},
                                          {"x", "z", "r", {4, 0, 0}, {4, 0, 0}}})
                .dispersion,
            1.5);
}

TEST(FormatRatingsTest, SaysForWhomTheSidesAreEqual) {
  Rng rng(21);
  std::vector<MatchResult> results;
  kTurning.RoundRobin(200, &rng, &results);
  const std::vector<std::string> lines = FormatRatings(Rate(results));
  ASSERT_GE(lines.size(), 10u);
  EXPECT_THAT(lines[8], testing::MatchesRegex("turning: attackers -[0-9]+ ± [0-9]+ elo between "
                                              "players of [0-9]+, \\+[0-9]+ ± [0-9]+ between "
                                              "players of [0-9]+"));
  EXPECT_THAT(lines[9],
              testing::MatchesRegex(
                  "turning: attackers score [0-9]+% \\([0-9]+ to [0-9]+%\\) with [0-9]+% draws "
                  "between players of [0-9]+, [0-9]+% \\([0-9]+ to [0-9]+%\\) with [0-9]+% "
                  "between players of [0-9]+"));
  // One level for players who are equally strong, and a line if the errors are widened.
  RatingTable table = Rate(std::vector<MatchResult>{{"x", "y", "r", {9, 1, 0}, {7, 1, 2}}});
  EXPECT_EQ(FormatRatings(table).size(), 5u);
  table.dispersion = 4;
  EXPECT_THAT(FormatRatings(table).back(), HasSubstr("scatter 2.0 times"));
}

}  // namespace
}  // namespace raichi
