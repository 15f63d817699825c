#include "nn/data/train_config.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "rules/error.h"

namespace raichi {
namespace {

[[noreturn]] void Fail(const std::string& key, const std::string& value,
                       const std::string& expected) {
  throw UsageError("train." + key + ": " + value + ", expected " + expected);
}

void CheckRange(const std::string& key, double value, double least, double most) {
  if (value >= least && value <= most) return;
  Fail(key, std::to_string(value), std::to_string(least) + " to " + std::to_string(most));
}

void CheckWord(const std::string& key, const std::string& value,
               std::initializer_list<const char*> words) {
  std::string expected;
  for (const char* word : words) {
    if (value == word) return;
    expected += (expected.empty() ? "" : ", ") + std::string(word);
  }
  Fail(key, value, "one of " + expected);
}

void CheckLoss(const LossWeights& loss) {
  for (const auto& [key, value] :
       {std::pair("policy", loss.policy), std::pair("value", loss.value),
        std::pair("moves_left", loss.moves_left), std::pair("survival", loss.survival),
        std::pair("king_end", loss.king_end), std::pair("reply", loss.reply),
        std::pair("short_value", loss.short_value)}) {
    CheckRange("loss." + std::string(key), value, 0, 1000);
  }
}

}  // namespace

void CheckConfig(const TrainConfig& config) {
  CheckRange("batch", config.batch, 2, 65536);
  CheckWord("optimizer", config.optimizer, {"adamw", "sgd"});
  CheckRange("learning_rate", config.learning_rate, 0, 10);
  CheckRange("warmup_steps", static_cast<double>(config.warmup_steps), 0, 1e9);
  CheckWord("schedule", config.schedule, {"constant", "cosine", "drop"});
  CheckRange("final_rate", config.final_rate, 0, 1);
  CheckRange("momentum", config.momentum, 0, 0.9999);
  CheckRange("second_decay", config.second_decay, 0, 0.999999);
  CheckRange("weight_decay", config.weight_decay, 0, 10);
  CheckRange("clip_norm", config.clip_norm, 0, 1e9);
  CheckRange("ema_decay", config.ema_decay, 0, 0.999999);
  CheckRange("samples.root_value_weight", config.samples.root_value_weight, 0, 1);
  CheckRange("samples.hide_last_moves", config.samples.hide_last_moves, 0, 1);
  CheckRange("samples.short_value_horizon", config.samples.short_value_horizon, 1, 10000);
  CheckWord("precision", config.precision, {"auto", "f32", "bf16"});
  CheckRange("threads", config.threads, 0, 1024);
  CheckRange("loader_threads", config.loader_threads, 1, 1024);
  CheckLoss(config.loss);
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
