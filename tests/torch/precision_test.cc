#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "nn/backend/network_evaluator.h"
#include "nn/inference/precision_check.h"
#include "nn/model/model_weights.h"
#include "nn/model/weights.h"
#include "nn/network/processor_precision.h"
#include "tests/selfplay/games.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// Says `value` of every position and the same of all its moves.
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

/// A feature of the policy has a bias that f32 can hold and bf16 cannot.
Model BeyondBf16() {
  Model model = Scrambled(TinyNetwork());
  auto next = model.weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model.info.network)) {
    if (spec.name == "policy.move.bias") next[0] = 3.4e38f;
    if (spec.name == "policy.move.mean") next[0] = 0;  // folding leaves the bias as it is
    next += static_cast<std::ptrdiff_t>(spec.Count());
  }
  return model;
}

TEST(Precision, OneThatYieldsNoNumbersIsRefusedOrNotTaken) {
  const TemporaryFolder folder;
  WriteBytes(folder / "model.raichi", ModelBytes(BeyondBf16()));
  if (ProcessorComputes(at::kBFloat16)) {
    const std::string error = ErrorOf(
        [&] { OpenNetworkEvaluator(folder.path(), {.device = "cpu", .precision = "bf16"}); });
    EXPECT_THAT(error, HasSubstr(folder.path().string()));
    EXPECT_THAT(error, HasSubstr("no numbers in bf16; expected precision auto or f32"));
  }
  NetworkEvaluatorReport report;
  OpenNetworkEvaluator(folder.path(), {.device = "cpu", .precision = "auto"}, &report);
  EXPECT_EQ(report.precision, "f32");
}

}  // namespace
}  // namespace raichi
