#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "rules/notation.h"
#include "selfplay/play/game_start.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

TEST(OpeningTest, HasTheWantedLengthAndVaries) {
  std::set<std::string> positions;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Game game(Variant("linnaeus"));
    Rng rng(seed);
    PlayRandomOpening(4, &rng, &game);
    EXPECT_EQ(game.ply(), 4);
    positions.insert(ToString(game.rules(), game.position()));
  }
  EXPECT_GT(positions.size(), 45u);
}

/// The moves of the shared opening with this number.
std::vector<Move> SharedMoves(const RulesPtr& rules, uint64_t opening) {
  Game game(rules);
  PlaySharedOpening(4, opening, &game);
  return {game.moves().begin(), game.moves().end()};
}

TEST(OpeningTest, RuleSetsShareOpenings) {
  const RulesPtr closed = Variant("linnaeus"), open = Variant("cyningstan");
  std::map<Move, int> first;
  int equal = 0;
  constexpr int kOpenings = 4000;
  for (uint64_t opening = 0; opening < kOpenings; ++opening) {
    const std::vector<Move> moves = SharedMoves(closed, opening);
    ASSERT_EQ(moves.size(), 4u);
    ++first[moves[0]];
    equal += moves == SharedMoves(open, opening) ? 1 : 0;
  }
  EXPECT_GT(equal, kOpenings * 95 / 100);
  // All 80 first moves are about equally likely: chi-squared has 79 degrees of freedom.
  EXPECT_EQ(first.size(), 80u);
  double chi_squared = 0;
  for (const auto& [move, count] : first) {
    chi_squared += std::pow(count - kOpenings / 80.0, 2) / (kOpenings / 80.0);
  }
  EXPECT_LT(chi_squared, 130);
}

TEST(OpeningTest, EndsWhereNoMoveEndsTheGame) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Game game(Variant("linnaeus"));
    Rng rng(seed);
    PlayRandomOpening(12, &rng, &game);
    MoveList moves;
    game.LegalMoves(&moves);
    for (const Move move : moves) {
      game.Play(move);
      EXPECT_FALSE(game.IsOver());
      game.TakeBack();
    }
  }
}

TEST(OpeningTest, IsLeftOutWhereTheNextMoveCanAlwaysEndTheGame) {
  const RulesPtr rules = Variant("linnaeus");
  Game game(rules, ParsePosition(*rules, "9/9/9/9/4K4/9/9/9/t8 a"));  // Every move gives tuichu.
  Rng rng(1);
  PlayRandomOpening(1, &rng, &game);
  EXPECT_EQ(game.ply(), 0);
  EXPECT_FALSE(game.IsOver());
}

/// A number from 0 to 1 that differs from position to position.
double ValueOf(const Game& game) {
  return static_cast<double>(game.position().hash() >> 11) * 0x1p-53;
}

TEST(OpeningTest, MeanIsThatOfRandomOpenings) {
  const RulesPtr rules = Variant("brandubh");
  // From the second position nearly every draw fails.
  for (const char* const start : {"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "t2K3/7/7/7/7/7/6t a"}) {
    Game game(rules, ParsePosition(*rules, start));
    EXPECT_NEAR(MeanAfterRandomOpening(
                    2, [](const Game&) { return 1.0; }, &game),
                1, 1e-9);
    const double exact = MeanAfterRandomOpening(2, ValueOf, &game);
    constexpr int kOpenings = 20'000;
    double sum = 0, squares = 0;
    Rng rng(1);
    for (int i = 0; i < kOpenings; ++i) {
      PlayRandomOpening(2, &rng, &game);
      const double value = ValueOf(game);
      sum += value;
      squares += value * value;
      game.Rewind(0);
    }
    const double mean = sum / kOpenings;
    const double error = std::sqrt((squares / kOpenings - mean * mean) / kOpenings);
    EXPECT_GT(error, 0);
    EXPECT_NEAR(mean, exact, 4 * error) << start;
  }
}

TEST(OpeningTest, MeanIsThatOfTheStartWhereOpeningsAreLeftOut) {
  const RulesPtr rules = Variant("linnaeus");
  Game game(rules, ParsePosition(*rules, "9/9/9/9/4K4/9/9/9/t8 a"));
  EXPECT_EQ(MeanAfterRandomOpening(1, ValueOf, &game), ValueOf(game));
  Game other(rules);
  EXPECT_EQ(MeanAfterRandomOpening(0, ValueOf, &other), ValueOf(other));
}

}  // namespace
}  // namespace raichi
