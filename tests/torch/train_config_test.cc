#include "nn/data/train_config.h"

#include <gmock/gmock.h>

#include <cmath>
#include <utility>
#include <vector>

#include "nn/network/torch_compat.h"
#include "nn/train/optimizer.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::HasSubstr;

TEST(LearningRate, WarmsUpAndDrops) {
  TrainConfig config;
  config.learning_rate = 0.8;
  config.warmup_steps = 4;
  EXPECT_DOUBLE_EQ(LearningRate(config, 0, 0), 0.2);
  EXPECT_DOUBLE_EQ(LearningRate(config, 2, 0), 0.6);
  EXPECT_DOUBLE_EQ(LearningRate(config, 3, 0), 0.8);
  EXPECT_DOUBLE_EQ(LearningRate(config, 1000, 1), 0.8);
  config.schedule = "drop";
  config.final_rate = 0.25;
  EXPECT_DOUBLE_EQ(LearningRate(config, 1000, 0.89), 0.8);
  EXPECT_DOUBLE_EQ(LearningRate(config, 1000, 0.91), 0.2);
  config.schedule = "cosine";
  EXPECT_DOUBLE_EQ(LearningRate(config, 1000, 0), 0.8);
  EXPECT_DOUBLE_EQ(LearningRate(config, 1000, 0.5), 0.8 * (0.25 + 0.75 / 2));
  EXPECT_DOUBLE_EQ(LearningRate(config, 1000, 1), 0.2);
}

TEST(TrainConfig, NonsenseIsRefusedByName) {
  const auto error_of = [](const std::function<void(TrainConfig*)>& change) {
    TrainConfig config;
    change(&config);
    return ErrorOf([&] { CheckConfig(config); });
  };
  EXPECT_EQ(error_of([](TrainConfig*) {}), "");
  EXPECT_THAT(error_of([](TrainConfig* c) { c->batch = 1; }), HasSubstr("train.batch"));
  EXPECT_THAT(error_of([](TrainConfig* c) { c->optimizer = "adam"; }),
              HasSubstr("adamw, muon, sgd"));
  EXPECT_THAT(error_of([](TrainConfig* c) { c->learning_rate = NAN; }), HasSubstr("learning_rate"));
  EXPECT_THAT(error_of([](TrainConfig* c) { c->loss.value = -1; }), HasSubstr("loss.value"));
  EXPECT_THAT(error_of([](TrainConfig* c) { c->samples.hide_last_moves = 2; }),
              HasSubstr("hide_last_moves"));
}

using Gradients = std::vector<std::pair<float, float>>;  // for each step, of the two weights

/// Returns two weights that start at 1 after one step for each gradient. Only the first weight is
/// decayed.
std::pair<double, double> Stepped(const TrainConfig& config, const Gradients& gradients) {
  const std::vector<WeightSpec> specs = {
      {.name = "a", .shape = {1, 1}, .kind = WeightKind::kMatrix},
      {.name = "b", .shape = {1}, .kind = WeightKind::kBias}};
  Optimizer optimizer(config, specs, at::kCPU);
  at::Tensor weights = at::tensor({1.0f, 1.0f});
  int64_t step = 0;
  for (const auto& [first, second] : gradients) {
    optimizer.Step(at::tensor({first, second}), step++, config.learning_rate, &weights);
  }
  return {weights[0].item<double>(), weights[1].item<double>()};
}

TEST(Optimizer, AdamWByHand) {
  TrainConfig config;
  config.learning_rate = 0.1;
  config.momentum = 0.5;
  config.second_decay = 0.75;
  config.weight_decay = 0.2;
  // The size of the first step is the rate, whatever the gradient. Decay subtracts the share
  // rate * decay of a weight.
  const std::pair<double, double> once = Stepped(config, {{0.9f, 0.9f}});
  EXPECT_NEAR(once.first, 1 * (1 - 0.1 * 0.2) - 0.1, 1e-6);
  EXPECT_NEAR(once.second, 1 - 0.1, 1e-6);
  // Bias-corrected averages for the gradients 0.9 and 0.5: of the gradient
  //     (0.5 * 0.5 * 0.9 + 0.5 * 0.5) / (1 - 0.5^2) = 19/30,
  // and of its square (0.75 * 0.25 * 0.9^2 + 0.25 * 0.5^2) / (1 - 0.75^2) = 0.7^2, so the step is
  // 19/21 of the rate. For 0.9 and -0.5 the first is (0.225 - 0.25) / 0.75 = -1/30, so the step is
  // -1/21 of the rate.
  const std::pair<double, double> twice = Stepped(config, {{0.9f, 0.9f}, {0.5f, -0.5f}});
  EXPECT_NEAR(twice.first, once.first * (1 - 0.1 * 0.2) - 0.1 * 19 / 21, 1e-6);
  EXPECT_NEAR(twice.second, once.second + 0.1 / 21, 1e-6);
}

TEST(Optimizer, SgdByHand) {
  TrainConfig config;
  config.optimizer = "sgd";
  config.learning_rate = 0.1;
  config.momentum = 0.5;
  config.weight_decay = 0.2;
  // A Nesterov step is g + momentum * average. The averages are 0.5 and -0.5, then
  // 0.5 * -0.5 + 1 = 0.75.
  const std::pair<double, double> once = Stepped(config, {{0.5f, -0.5f}});
  EXPECT_NEAR(once.first, 1 * (1 - 0.1 * 0.2) - 0.1 * (0.5 + 0.5 * 0.5), 1e-6);
  EXPECT_NEAR(once.second, 1 + 0.1 * 0.75, 1e-6);
  const std::pair<double, double> twice = Stepped(config, {{0.5f, -0.5f}, {0.5f, 1.0f}});
  EXPECT_NEAR(twice.second, once.second - 0.1 * (1 + 0.5 * 0.75), 1e-6);
}

/// Returns how far `x` is from having orthonormal rows: the largest entry of |x x^T - 1|.
double DistanceFromOrthogonal(const at::Tensor& x) {
  return (x.mm(x.t()) - at::eye(x.size(0))).abs().max().item<double>();
}

TEST(Optimizer, OrthogonalizedBringsSingularValuesToAboutOne) {
  at::manual_seed(1);
  const at::Tensor wide = at::randn({6, 40}) * 100;
  EXPECT_GT(DistanceFromOrthogonal(wide / wide.norm()), 0.7);
  EXPECT_LT(DistanceFromOrthogonal(Orthogonalized(wide)), 0.5);
  EXPECT_LT(DistanceFromOrthogonal(Orthogonalized(wide.t()).t()), 0.5);
  EXPECT_EQ(Orthogonalized(at::zeros({3, 4})).abs().max().item<double>(), 0);
  const at::Tensor both = Orthogonalized(at::stack({wide, 3 * wide.flip(0)}));
  EXPECT_TRUE(at::allclose(both[0], Orthogonalized(wide), 1e-4, 1e-5));
  EXPECT_TRUE(at::allclose(both[1], Orthogonalized(3 * wide.flip(0)), 1e-4, 1e-5));
}

TEST(Optimizer, MuonOrthogonalizesTheHiddenMatricesOnly) {
  TrainConfig config;
  config.optimizer = "muon";
  config.learning_rate = 0.1;
  config.momentum = 0.5;
  config.muon_scale = 3;
  config.weight_decay = 0.5;
  const std::vector<WeightSpec> specs = {
      {.name = "output", .shape = {4, 2}, .kind = WeightKind::kMatrix},
      {.name = "hidden", .shape = {2, 2, 1, 2}, .kind = WeightKind::kMatrix, .is_hidden = true}};
  Optimizer optimizer(config, specs, at::kCPU);
  at::manual_seed(1);
  const at::Tensor gradient = at::randn({16});
  at::Tensor weights = at::ones({16});
  optimizer.Step(gradient, 0, config.learning_rate, &weights);
  // The first step of AdamW has the size of the rate. The moving average of Muon is half of the
  // gradient, so the direction is that of the gradient.
  const at::Tensor change = weights - 1;
  const at::Tensor adam = -0.1 * gradient.narrow(0, 0, 8).sign();
  EXPECT_TRUE(at::allclose(change.narrow(0, 0, 8), adam - 0.1 * 0.5, 0, 1e-5));
  const at::Tensor expected = Orthogonalized(gradient.narrow(0, 8, 8).view({2, 4}));
  EXPECT_TRUE(
      at::allclose(change.narrow(0, 8, 8).view({2, 4}), -0.3 * expected - 0.3 * 0.5, 0, 1e-5));
}

}  // namespace
}  // namespace raichi
