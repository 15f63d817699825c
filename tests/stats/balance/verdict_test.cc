#include <gtest/gtest.h>

#include "stats/balance/score_estimate.h"

namespace raichi {
namespace {

ScoreEstimate Between(double low, double high) {
  return {.score = (low + high) / 2, .low = low, .high = high};
}

TEST(VerdictTest, BalancedIsShownToBeBalanced) {
  EXPECT_EQ(Judge(Between(0.46, 0.54)), Verdict::kBalanced);
  EXPECT_EQ(Judge(Between(0.51, 0.54)), Verdict::kBalanced);
  EXPECT_EQ(Judge(Between(0.44, 0.54)), Verdict::kUndecided);
}

TEST(VerdictTest, WhatStillMovesIsNotBalanced) {
  EXPECT_EQ(Judge(Between(0.46, 0.54), Contrast{0.1, -0.1, 0.3}), Verdict::kBalanced);
  EXPECT_EQ(Judge(Between(0.46, 0.54), Contrast{0.2, 0.1, 0.3}), Verdict::kUndecided);
  EXPECT_TRUE(WithinEven(Between(0.46, 0.54)));
  EXPECT_FALSE(WithinEven(Between(0.44, 0.54)));
  EXPECT_EQ(Judge(Between(0.51, 0.54), Contrast{-0.2, -0.3, -0.1}), Verdict::kLeans);
}

TEST(VerdictTest, LopsidedIsFarFromBalanced) {
  EXPECT_EQ(Judge(Between(0.76, 0.9)), Verdict::kLopsided);
  EXPECT_EQ(Judge(Between(0.74, 0.9)), Verdict::kLeans);
  EXPECT_EQ(Judge(Between(0, 0.24)), Verdict::kLopsided);
  EXPECT_EQ(Judge(Between(0.1, 0.26)), Verdict::kLeans);
  EXPECT_EQ(Judge(Between(0.3, 0.8)), Verdict::kUndecided);
}

TEST(VerdictTest, TheTextNamesTheSide) {
  EXPECT_EQ(VerdictText(Verdict::kLeans, 0.6), "leans to the attackers");
  EXPECT_EQ(VerdictText(Verdict::kLopsided, 0.1), "lopsided for the defenders");
  EXPECT_EQ(VerdictText(Verdict::kBalanced, 0.52), "balanced");
  EXPECT_EQ(VerdictText(Verdict::kUndecided, 0.52), "undecided");
}

}  // namespace
}  // namespace raichi
