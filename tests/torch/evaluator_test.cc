#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "base/files/files.h"
#include "mcts/softmax.h"
#include "nn/backend/network_evaluator.h"
#include "nn/cpu/cpu_kernels.h"
#include "nn/cpu/vectors.h"
#include "nn/inference/inference.h"
#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"
#include "nn/model/fold_norms.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/weights.h"
#include "nn/network/operators.h"
#include "tests/selfplay/games.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// Returns the model for another canvas with the same weights, apart from the policy channels that
/// the canvas adds or removes.
Model OnCanvas(const Model& model, int canvas) {
  Model out = model;
  out.info.network.canvas = canvas;
  out.weights.clear();
  std::vector<WeightSpec> from = WeightSpecs(model.info.network);
  auto next = model.weights.begin();
  size_t i = 0;
  for (const WeightSpec& spec : WeightSpecs(out.info.network)) {
    std::vector<float> values(next, next + static_cast<std::ptrdiff_t>(from[i].Count()));
    next += static_cast<std::ptrdiff_t>(from[i++].Count());
    values.resize(spec.Count(), 0.5f);
    out.weights.insert(out.weights.end(), values.begin(), values.end());
  }
  return out;
}

class InferenceTest : public testing::Test {
 protected:
  const Positions large_{"linnaeus", 20, 1};
  const Positions small_{"brandubh", 20, 2};
  const Model model_ = Scrambled(TinyNetwork());
};

TEST_F(InferenceTest, OnTheProcessorSaysWhatTheTrainedNetworkSays) {
  NetworkConfig plain = TinyNetwork();
  plain.policy_destinations = false;
  for (const Model& model : {model_, Scrambled(plain)}) {
    const auto inference = MakeCpuInference(FoldNorms(model), false, 40);
    for (const auto& leaves : {large_.leaves(), small_.leaves(), Mixed(large_, small_)}) {
      EXPECT_LT(Difference(Evaluate(inference.get(), leaves), Reference(model, leaves)), 1e-4);
    }
  }
}

/// Returns the network's output `policy`, [S * S][channels], for a position.
at::Tensor PolicyOutput(const Model& model, const LeafRequest& leaf) {
  const int canvas = model.info.network.canvas;
  PackedBatch batch(canvas);
  batch.Resize(1);
  EncodeGame(*leaf.game, true, &batch, 0);
  const NetworkInput input = ToInput(batch, at::kCPU, at::kFloat);
  const NetworkOutput output = ToNetwork(model).Forward(input, false, false);
  return output.policy.view({canvas * canvas, PolicyChannels(canvas)});
}

TEST_F(InferenceTest, MultipliesTheQueryOfASquareByTheFeaturesOfTheNext) {
  const NetworkConfig config = TinyNetwork();
  Model pairs = Scrambled(config);
  std::ranges::fill(ArrayOf("policy.out.weight", &pairs), 0.0f);
  std::ranges::fill(ArrayOf("policy.out.bias", &pairs), 0.0f);
  // The policy of `features` is the features themselves, and that of `queries` the queries.
  Model features = pairs, queries = pairs;
  const auto channels = static_cast<size_t>(config.policy_channels);
  const std::span<float> identity = ArrayOf("policy.out.weight", &features);
  for (size_t i = 0; i < channels; ++i) identity[i * (channels + 1)] = 1;
  for (const std::string part : {"weight", "bias"}) {
    std::ranges::copy(ArrayOf("policy.query." + part, &pairs),
                      ArrayOf("policy.out." + part, &queries).begin());
  }
  for (const LeafRequest& leaf : large_.leaves()) {
    const at::Tensor keys = PolicyOutput(features, leaf);
    const at::Tensor asked = PolicyOutput(queries, leaf);
    std::vector<float> expected;
    for (const Move move : leaf.moves) {
      const at::Tensor product = asked[SquareIndex(move.from(), config.canvas)] *
                                 keys[SquareIndex(move.to(), config.canvas)];
      expected.push_back(product.sum().item<float>());
    }
    Softmax(expected);
    const auto inference = MakeCpuInference(FoldNorms(pairs), false, 1);
    const Evaluation said = Evaluate(inference.get(), std::span(&leaf, 1)).front();
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(said.priors[i], expected[i], 1e-4);
  }
}

TEST_F(InferenceTest, InBf16SaysNearlyTheSame) {
  if (!kMultipliesBf16) GTEST_SKIP() << "this program does not compute bf16";
  const auto inference = MakeCpuInference(FoldNorms(model_), true, 40);
  const auto leaves = Mixed(large_, small_);
  EXPECT_LT(Difference(Evaluate(inference.get(), leaves), Reference(model_, leaves)), 0.1);
  EXPECT_GT(Difference(Evaluate(inference.get(), leaves), Reference(model_, leaves)), 0);
}

TEST_F(InferenceTest, ProbabilitiesSumToOne) {
  const auto inference = MakeCpuInference(FoldNorms(model_), false, 40);
  for (const Evaluation& evaluation : Evaluate(inference.get(), large_.leaves())) {
    EXPECT_NEAR(evaluation.win + evaluation.draw + evaluation.loss, 1, 1e-5);
    float sum = 0;
    for (const float prior : evaluation.priors) sum += prior;
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST_F(InferenceTest, TheCanvasDoesNotMatter) {
  const Model seven = OnCanvas(model_, 7);
  const auto expected =
      Evaluate(MakeCpuInference(FoldNorms(seven), false, 24).get(), small_.leaves());
  for (const int canvas : {8, 9, 10, 11, 19}) {
    const Model other = OnCanvas(model_, canvas);
    const auto inference = MakeCpuInference(FoldNorms(other), false, 24);
    EXPECT_LT(Difference(Evaluate(inference.get(), small_.leaves()), expected), 1e-4) << canvas;
    EXPECT_LT(Difference(Reference(other, small_.leaves()), expected), 1e-4) << canvas;
  }
}

class EvaluatorTest : public InferenceTest {
 protected:
  EvaluatorTest() { WriteBytes(folder_ / "model.raichi", ModelBytes(model_)); }
  std::unique_ptr<Evaluator> Open(const NetworkEvaluatorConfig& config,
                                  NetworkEvaluatorInfo* info = nullptr) {
    return OpenNetworkEvaluator(folder_.path(), config, info);
  }
  static bool SameBits(const Evaluation& a, const Evaluation& b) {
    return a.win == b.win && a.draw == b.draw && a.loss == b.loss && a.moves_left == b.moves_left &&
           a.priors == b.priors;
  }

  TemporaryFolder folder_;
};

/// In the precision that a run would choose.
TEST_F(EvaluatorTest, TheRestOfTheBatchDoesNotChangeABit) {
  const auto all = Mixed(large_, small_);
  std::vector<Evaluation> together(all.size());
  Open({.device = "cpu", .batch = 64})->Evaluate(all, together);
  for (const int batch : {1, 8, 16, 40}) {
    const auto evaluator = Open({.device = "cpu", .batch = batch});
    std::vector<Evaluation> split(all.size());
    evaluator->Evaluate(all, split);
    std::vector<Evaluation> alone(1);
    for (size_t i = 0; i < all.size(); ++i) {
      ASSERT_TRUE(SameBits(split[i], together[i])) << batch << ' ' << i;
      evaluator->Evaluate(std::span(all).subspan(i, 1), alone);
      ASSERT_TRUE(SameBits(alone[0], together[i])) << batch << ' ' << i;
    }
  }
}

TEST_F(EvaluatorTest, ThreadsDoNotChangeABit) {
  const auto all = Mixed(large_, small_);
  std::vector<Evaluation> expected(all.size());
  Open({.device = "cpu"})->Evaluate(all, expected);
  for (const int threads : {2, 3, 50}) {
    const auto evaluator = Open({.device = "cpu", .batch = 32, .threads = threads});
    for (size_t count = 1; count <= all.size(); count += 3) {
      std::vector<Evaluation> found(count);
      evaluator->Evaluate(std::span(all).first(count), found);
      for (size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(SameBits(found[i], expected[i])) << threads << ' ' << count << ' ' << i;
      }
    }
  }
}

TEST_F(EvaluatorTest, WhatWasNeverTaughtHowFarTheEndIsDoesNotKnow) {
  const std::filesystem::path fresh = folder_ / "fresh.raichi";
  WriteRandomModel(fresh, model_.info.network, 1);
  std::vector<Evaluation> out(20);
  OpenNetworkEvaluator(fresh, {.device = "cpu"})->Evaluate(large_.leaves(), out);
  for (const Evaluation& evaluation : out) EXPECT_EQ(evaluation.moves_left, 0);
  Model taught = model_;
  ArrayOf("value.out.bias", &taught)[ValueRow::kMovesLeft] = 9;
  AtomicWrite(folder_ / "taught.raichi", ModelBytes(taught));
  OpenNetworkEvaluator(folder_ / "taught.raichi", {.device = "cpu"})
      ->Evaluate(large_.leaves(), out);
  for (const Evaluation& evaluation : out) EXPECT_GT(evaluation.moves_left, 0);
}

TEST_F(EvaluatorTest, ReducedPrecisionIsComparedAtTheStart) {
  if (!kMultipliesBf16) GTEST_SKIP() << "this program does not compute bf16";
  NetworkEvaluatorInfo info;
  Open({.device = "cpu", .precision = "bf16"}, &info);
  EXPECT_TRUE(info.reduced);
  EXPECT_EQ(info.precision, "bf16");
  EXPECT_GT(info.value_difference, 0);
  EXPECT_LT(info.value_difference, 0.1);
  EXPECT_LT(info.prior_difference, 0.2);
  EXPECT_THAT(info.text, HasSubstr("differs from f32 by"));
  Open({.device = "cpu", .precision = "f32"}, &info);
  EXPECT_FALSE(info.reduced);
  EXPECT_EQ(info.precision, "f32");
}

/// On any CPU a precision either gives finite results or is refused with an error that names it.
TEST_F(EvaluatorTest, APrecisionWorksOrIsRefused) {
  const auto open = [&] { Open({.device = "cpu", .precision = "bf16"}); };
  if (kMultipliesBf16) {
    EXPECT_NO_THROW(open());
  } else {
    EXPECT_THROW(open(), UsageError);
    EXPECT_THAT(ErrorOf(open), HasSubstr("precision `bf16`: this program was not built for"));
  }
  NetworkEvaluatorInfo info;
  Open({.device = "cpu", .precision = "auto"}, &info);
  EXPECT_EQ(info.precision, kMultipliesBf16 ? "bf16" : "f32");
}

TEST_F(EvaluatorTest, ABoardBeyondTheCanvasIsRefused) {
  const Positions eleven("tawlbwrdd", 1, 1);
  const auto evaluator = Open({.device = "cpu"});
  std::vector<Evaluation> out(1);
  const std::string error = ErrorOf([&] { evaluator->Evaluate(eleven.leaves(), out); });
  EXPECT_THAT(error, HasSubstr(folder_.path().string()));
  EXPECT_THAT(error, HasSubstr("tawlbwrdd need 11x11"));
}

TEST_F(EvaluatorTest, NonsenseIsRefused) {
  EXPECT_THAT(ErrorOf([&] { Open({.device = "tpu"}); }), HasSubstr("tpu"));
  EXPECT_THAT(ErrorOf([&] { Open({.device = "cpu", .precision = "f64"}); }), HasSubstr("f64"));
  EXPECT_THAT(ErrorOf([&] { Open({.device = "cpu", .precision = "f16"}); }), HasSubstr("f16"));
  EXPECT_THAT(ErrorOf([&] { Open({.batch = 0}); }), HasSubstr("batch"));
  EXPECT_THAT(ErrorOf([&] { Open({.threads = 0}); }), HasSubstr("threads"));
}

TEST_F(EvaluatorTest, TheBareNetworkComputesTheSameNumbersForAnyThreads) {
  std::vector<float> expected;
  for (const int threads : {1, 2}) {
    BareNetwork network(folder_.path(), {.device = "cpu", .batch = 16, .threads = threads});
    network.Run();
    const std::vector<float> outputs = network.Outputs();
    EXPECT_TRUE(std::ranges::all_of(outputs, [](float x) { return std::isfinite(x); }));
    EXPECT_NE(outputs, std::vector<float>(outputs.size(), outputs.at(0)));
    network.Run();
    EXPECT_EQ(network.Outputs(), outputs);
    if (expected.empty()) expected = outputs;
    // Several threads compute fewer of the boards at a time, which are all alike.
    ASSERT_LE(outputs.size(), expected.size());
    EXPECT_TRUE(std::equal(outputs.begin(), outputs.end(), expected.begin()));
  }
}

}  // namespace
}  // namespace raichi
