#include "nn/train_config.h"

#include <gmock/gmock.h>

#include <cmath>

#include "nn/optimizer.h"
#include "nn/torch_compat.h"
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
  EXPECT_THAT(error_of([](TrainConfig* c) { c->optimizer = "adam"; }), HasSubstr("adamw, sgd"));
  EXPECT_THAT(error_of([](TrainConfig* c) { c->learning_rate = NAN; }), HasSubstr("learning_rate"));
  EXPECT_THAT(error_of([](TrainConfig* c) { c->loss.value = -1; }), HasSubstr("loss.value"));
  EXPECT_THAT(error_of([](TrainConfig* c) { c->samples.hide_last_moves = 2; }),
              HasSubstr("hide_last_moves"));
}

/// Two weights, of which only the first is decayed, after steps of a constant gradient.
std::pair<double, double> Stepped(const TrainConfig& config, int steps) {
  Optimizer optimizer(config, at::tensor({1.0f, 0.0f}));
  at::Tensor weights = at::tensor({1.0f, 1.0f});
  for (int i = 0; i < steps; ++i) {
    optimizer.Step(at::tensor({0.5f, -0.5f}), i, config.learning_rate, &weights);
  }
  return {weights[0].item<double>(), weights[1].item<double>()};
}

TEST(Optimizer, AdamWByHand) {
  TrainConfig config;
  config.learning_rate = 0.1;
  config.weight_decay = 0.2;
  // A constant gradient moves weights by the rate a step; decay takes rate * decay of a weight.
  const auto [decayed, other] = Stepped(config, 1);
  EXPECT_NEAR(decayed, 1 * (1 - 0.1 * 0.2) - 0.1, 1e-6);
  EXPECT_NEAR(other, 1 + 0.1, 1e-6);
  EXPECT_NEAR(Stepped(config, 2).second, 1 + 0.2, 1e-5);
}

TEST(Optimizer, SgdByHand) {
  TrainConfig config;
  config.optimizer = "sgd";
  config.learning_rate = 0.1;
  config.momentum = 0.5;
  config.weight_decay = 0.2;
  // Nesterov: g + momentum * average; averages 0.5, then 0.75.
  const auto [decayed, other] = Stepped(config, 1);
  EXPECT_NEAR(decayed, 1 * (1 - 0.1 * 0.2) - 0.1 * (0.5 + 0.5 * 0.5), 1e-6);
  EXPECT_NEAR(other, 1 + 0.1 * 0.75, 1e-6);
  EXPECT_NEAR(Stepped(config, 2).second, 1 + 0.1 * 0.75 + 0.1 * (0.5 + 0.5 * 0.75), 1e-6);
}

}  // namespace
}  // namespace raichi
