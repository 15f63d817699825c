#include "app/balance/figures/figure_words.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/text.h"

namespace raichi {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(FigureWords, AHandicapHasItsInterval) {
  const Handicap handicap{Side::kAttackers, 2.4, 1.2, 5.1};
  EXPECT_EQ(HandicapText(handicap, "network"), "attackers search 2.4 times as much (1.2 to 5.1)");
  EXPECT_EQ(HandicapText({Side::kDefenders, 4, 0.5, kInfinity}, "playouts"),
            "defenders search 4.0 times as much (at least 0.5)");
  EXPECT_EQ(HandicapText({Side::kDefenders, 4, 0, 8}, "network"),
            "defenders search 4.0 times as much (at most 8.0)");
}

TEST(FigureWords, AFactorFarBeyondTheGamesIsNotToldExactly) {
  EXPECT_EQ(HandicapText({Side::kDefenders, 25.7, 2.6, kInfinity}, "network"),
            "defenders search 16 or more times as much (at least 2.6)");
  EXPECT_EQ(HandicapText({Side::kDefenders, 16, 15, 40}, "network"),
            "defenders search 16 or more times as much (at least 15.0)");
  EXPECT_EQ(HandicapText({Side::kDefenders, 90, 40, kInfinity}, "network"),
            "defenders search 16 or more times as much (at least 16.0)");
  EXPECT_EQ(HandicapText({Side::kDefenders, 1.8, 1.2, 3697453.6}, "network"),
            "defenders search 1.8 times as much (at least 1.2)");
  EXPECT_EQ(HandicapText({Side::kDefenders, 1.8, 0, 3697453.6}, "network"), "");
}

TEST(FigureWords, AlphaBetaSearchesDeeper) {
  EXPECT_EQ(HandicapText({Side::kAttackers, 4, 2, 8}, "alphabeta"),
            "attackers search 2.0 plies deeper (1.0 to 3.0)");
  EXPECT_EQ(HandicapText({Side::kAttackers, 4, 0, 8}, "alphabeta"),
            "attackers search 2.0 plies deeper (at most 3.0)");
  EXPECT_EQ(HandicapText({Side::kAttackers, 4, 0.98, 8}, "alphabeta"),
            "attackers search 2.0 plies deeper (0.0 to 3.0)");
}

TEST(FigureWords, WhatTheGamesDoNotTellIsLeftOut) {
  EXPECT_EQ(HandicapText({Side::kAttackers, 2, 0, kInfinity}, "network"), "");
  EXPECT_EQ(HandicapText({Side::kAttackers, 2, 0, kInfinity}, "alphabeta"), "");
  EXPECT_EQ(HandicapText({Side::kAttackers, kInfinity, 2, kInfinity}, "network"), "");
  EXPECT_EQ(HandicapText({Side::kAttackers, 1.04, 0.5, 1.5}, "network"), "");
  EXPECT_EQ(BidText({12, 0, kInfinity}), "");
  EXPECT_EQ(BidText({0, 0, 5}), "");
}

TEST(FigureWords, ABidHasItsInterval) {
  EXPECT_EQ(BidText({12, 8, 20}), "king wins within 12 turns (8 to 20)");
  EXPECT_EQ(BidText({12, 8, kInfinity}), "king wins within 12 turns (at least 8)");
  EXPECT_EQ(BidText({12, 8, 41527}), "king wins within 12 turns (at least 8)");
}

TEST(FigureWords, TheSentenceSaysWhatMakesTheSidesEven) {
  RulesFigures figures;
  figures.main.family = "network";
  figures.main.score = {.score = 0.325, .low = 0.3, .high = 0.4};
  figures.verdict = Verdict::kLeans;
  EXPECT_EQ(SentenceOf(figures),
            "Between equal players the attackers score 33 % (30 to 40 %). The defenders have the "
            "better game.");
  figures.bid = FairBid{12, 8, 20};
  EXPECT_TRUE(
      SentenceOf(figures).ends_with(" They are even if the king wins within 12 turns (8 to 20)."));
  figures.handicap = Handicap{Side::kAttackers, 2.4, 1.2, 5.1};
  EXPECT_TRUE(SentenceOf(figures).ends_with(
      " These players are even if the attackers search 2.4 times as much (1.2 to 5.1). They are "
      "also even if the king wins within 12 turns (8 to 20)."));
}

TEST(FigureWords, TheSentenceTellsMovingFromUncertain) {
  RulesFigures figures;
  figures.verdict = Verdict::kUndecided;
  figures.main.score = {.score = 0.5, .low = 0.46, .high = 0.54};
  EXPECT_TRUE(
      SentenceOf(figures).ends_with("but the score still moves as players become stronger."));
  figures.main.score.low = 0.3;
  EXPECT_TRUE(
      SentenceOf(figures).ends_with("These games do not decide which side has the better game."));
}

}  // namespace
}  // namespace raichi
