#include "nn/backend/precision_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace raichi {
namespace {

/// Evaluates every position as `value`, with equal priors for all its moves.
class Constant : public Inference {
 public:
  Constant(float win, float prior) : win_(win), prior_(prior) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    for (size_t i = 0; i < leaves.size(); ++i) {
      out[i] = {};
      out[i].win = win_;
      out[i].priors.assign(leaves[i].moves.size(), prior_);
    }
  }
  void RunBare() override {}
  std::vector<float> BareOutputs() const override { return {}; }

 private:
  float win_, prior_;
};

PrecisionDifference Compare(Constant exact, Constant fast) {
  return ComparePrecision(9, &exact, &fast);
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(Precision, WhatIsNoNumberIsInfinitelyOff) {
  const PrecisionDifference near = Compare({0.5f, 0.25f}, {0.25f, 0.25f});
  EXPECT_TRUE(near.IsFinite());
  EXPECT_EQ(near.value, 0.25);
  EXPECT_EQ(near.prior, 0);
  EXPECT_TRUE(std::isinf(Compare({0.5f, 0.25f}, {kNaN, 0.25f}).value));
  EXPECT_TRUE(std::isinf(Compare({0.5f, 0.25f}, {0.5f, kNaN}).prior));
  EXPECT_FALSE(Compare({0.5f, 0.25f}, {0.5f, kNaN}).IsFinite());
}

/// Evaluates only the first position in another way.
class OddFirst : public Constant {
 public:
  using Constant::Constant;
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    Constant::Evaluate(leaves, out);
    out[0].win = 1 - out[0].win;
  }
};

TEST(Precision, OnePositionCountsAsOneOfMany) {
  Constant exact(0.75f, 0.25f);
  OddFirst fast(0.75f, 0.25f);
  EXPECT_EQ(ComparePrecision(9, &exact, &fast).value, 0.5 / kCheckPositions);
}

}  // namespace
}  // namespace raichi
