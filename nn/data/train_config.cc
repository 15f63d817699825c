#include "nn/data/train_config.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/config_keys.h"

namespace raichi {
namespace {

void ListKeys(LossWeights* c, KeyList* keys) {
  constexpr KeyRange kWeight = {0, 100};
  keys->Add("policy", &c->policy, kWeight, "Weight of the loss for the policy; 0 leaves it out.");
  keys->Add("value", &c->value, kWeight,
            "Weight of the loss for the game's outcome; 0 leaves it out.");
  keys->Add("moves_left", &c->moves_left, kWeight,
            "Weight of the loss for the moves left; 0 leaves it out.");
  keys->Add("survival", &c->survival, kWeight,
            "Weight of the loss for which pieces survive the game; 0 leaves it out.");
  keys->Add("king_end", &c->king_end, kWeight,
            "Weight of the loss for the king's last square; 0 leaves it out.");
  keys->Add("reply", &c->reply, kWeight,
            "Weight of the loss for the opponent's reply; 0 leaves it out.");
  keys->Add("short_value", &c->short_value, kWeight,
            "Weight of the loss for the short-term value; 0 leaves it out.");
}

void ListKeys(SampleConfig* c, KeyList* keys) {
  keys->Add("root_value_weight", &c->root_value_weight, {0, 1},
            "Share of the search's value in the value target. The rest is the game's outcome.");
  keys->Add("hide_last_moves", &c->hide_last_moves, {0, 1},
            "Share of samples in which the planes of the last moves are empty.");
  keys->Add("short_value_horizon", &c->short_value_horizon, {1, 1e4},
            "Time constant of the short-term value, in plies.");
  keys->Add("symmetries", &c->symmetries, "Apply a random symmetry of the rules to each sample.");
  keys->Add("surprise", &c->surprise, {0, 1},
            "Share of samples that are drawn, within a game, in proportion to how much the "
            "search's policy differed from the network's (policy surprise weighting; KataGo uses "
            "0.5). 0: all policy targets are drawn equally often.");
}

}  // namespace

void ListKeys(TrainConfig* c, KeyList* keys) {
  keys->Add("batch", &c->batch, {2, 65536}, "Samples in a step.");
  keys->Add("chunks", &c->chunks, {1, 1024},
            "A step divides its batch into this many chunks of one size. Each has its own "
            "normalization statistics, and the gradients are averaged "
            "([network.md](network.md#chunks)). Up to this many threads compute a step without "
            "waiting for each other. Must divide `train.batch`, and be a multiple of the number of "
            "ranks that train together ([scale.md](scale.md#training-on-several-ranks)).");
  keys->Add(
      "optimizer", &c->optimizer, {"adamw", "muon", "sgd"},
      "`muon` orthogonalizes the updates of the hidden matrices; `sgd` has Nesterov momentum.");
  keys->Add("learning_rate", &c->learning_rate, {0, 10},
            "The largest learning rate. If training diverges, the run stops, keeps its newest "
            "model and goes on from it with a lower rate. A start with a lower rate begins with a "
            "fresh optimizer.")
      .may_change = true;
  keys->Add("warmup_steps", &c->warmup_steps, {0, 1e9},
            "The learning rate rises linearly from 0 during this many steps.");
  keys->Add("schedule", &c->schedule, {"constant", "cosine", "drop"},
            "How the learning rate changes over the budget. `drop`: constant, then `final_rate` "
            "for the last tenth.");
  keys->Add("final_rate", &c->final_rate, {0, 1},
            "The final learning rate of `cosine` and `drop`, as a share of `learning_rate`.");
  keys->Add("momentum", &c->momentum, {0, 0.9999},
            "Momentum of `sgd`; the first decay rate (β₁) of `adamw` and `muon`.");
  keys->Add("second_decay", &c->second_decay, {0, 0.999999},
            "The second decay rate (β₂) of `adamw` and `muon`.");
  keys->Add("muon_scale", &c->muon_scale, {0, 1000},
            "With `muon`, the learning rate of the hidden matrices is `learning_rate` times this.");
  keys->Add("weight_decay", &c->weight_decay, {0, 10},
            "Weight decay, decoupled from the gradient. Only weights of convolutions and matrices "
            "decay.");
  keys->Add("clip_norm", &c->clip_norm, {0, 1e9},
            "Largest norm of the whole gradient; 0: no limit.")
      .may_change = true;
  keys->Add("ema_decay", &c->ema_decay, {0, 0.999999},
            "Decay of the moving average of the weights. A model consists of these averages.");
  keys->Add("device", &c->device,
            "The same as `workers.device`, for training, without `libtorch`.");
  keys->Add("precision", &c->precision, {"auto", "f32", "bf16"},
            "The same as `workers.precision`, for training; never f16.");
  keys->Add("threads", &c->threads, {0, 1024},
            "Threads that compute on the processor; 0: one per core that the process may use. Of "
            "several ranks on a machine, each takes an equal share of its cores. They divide the "
            "chunks among themselves; if they are more than the chunks, LibTorch's threads share "
            "the work of each chunk.");
  keys->Add("loader_threads", &c->loader_threads, {1, 1024},
            "Threads that prepare samples during training.");
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
