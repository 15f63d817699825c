#include "nn/data/train_config.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/config_keys.h"

namespace raichi {
namespace {

void ListKeys(LossWeights* c, KeyList* keys) {
  constexpr KeyRange kWeight = {0, 100};
  keys->Add("policy", &c->policy, kWeight);
  keys->Add("value", &c->value, kWeight);
  keys->Add("moves_left", &c->moves_left, kWeight);
  keys->Add("survival", &c->survival, kWeight);
  keys->Add("king_end", &c->king_end, kWeight);
  keys->Add("reply", &c->reply, kWeight);
  keys->Add("short_value", &c->short_value, kWeight);
}

void ListKeys(SampleConfig* c, KeyList* keys) {
  keys->Add("root_value_weight", &c->root_value_weight, {0, 1});
  keys->Add("hide_last_moves", &c->hide_last_moves, {0, 1});
  keys->Add("short_value_horizon", &c->short_value_horizon, {1, 1e4});
  keys->Add("symmetries", &c->symmetries);
  keys->Add("surprise", &c->surprise, {0, 1});
}

}  // namespace

void ListKeys(TrainConfig* c, KeyList* keys) {
  keys->Add("batch", &c->batch, {2, 65536});
  keys->Add("chunks", &c->chunks, {1, 1024});
  keys->Add("optimizer", &c->optimizer, {"adamw", "muon", "sgd"});
  keys->Add("learning_rate", &c->learning_rate, {0, 10}).may_change = true;
  keys->Add("warmup_steps", &c->warmup_steps, {0, 1e9});
  keys->Add("schedule", &c->schedule, {"constant", "cosine", "drop"});
  keys->Add("final_rate", &c->final_rate, {0, 1});
  keys->Add("momentum", &c->momentum, {0, 0.9999});
  keys->Add("second_decay", &c->second_decay, {0, 0.999999});
  keys->Add("muon_scale", &c->muon_scale, {0, 1000});
  keys->Add("weight_decay", &c->weight_decay, {0, 10});
  keys->Add("clip_norm", &c->clip_norm, {0, 1e9}).may_change = true;
  keys->Add("ema_decay", &c->ema_decay, {0, 0.999999});
  keys->Add("device", &c->device);
  keys->Add("precision", &c->precision, {"auto", "f32", "bf16"});
  keys->Add("threads", &c->threads, {0, 1024});
  keys->Add("loader_threads", &c->loader_threads, {1, 1024});
  keys->Section("loss", [&] { ListKeys(&c->loss, keys); });
  keys->Section("samples", [&] { ListKeys(&c->samples, keys); });
}

void CheckConfig(const TrainConfig& config) {
  CheckKeysOf(config, "train");
  Require(config.batch % config.chunks == 0, "train.chunks",
          "a divisor of train.batch, " + std::to_string(config.batch) + ", found " +
              std::to_string(config.chunks));
}

double LearningRate(const TrainConfig& config, int64_t step, double spent) {
  double rate = config.learning_rate;
  if (step < config.warmup_steps) {
    rate *= static_cast<double>(step + 1) / static_cast<double>(config.warmup_steps);
  }
  if (config.schedule == "cosine") {
    const double height = (1 + std::cos(std::numbers::pi * spent)) / 2;
    rate *= config.final_rate + (1 - config.final_rate) * height;
  } else if (config.schedule == "drop" && spent >= 0.9) {
    rate *= config.final_rate;
  }
  return rate;
}

double EmaDecay(const TrainConfig& config, int64_t step) {
  const auto done = static_cast<double>(step);
  return std::min(config.ema_decay, (1 + done) / (10 + done));
}

}  // namespace raichi
