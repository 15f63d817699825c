#include "run/config/config.h"

#include <string_view>

#include "rules/error.h"
#include "rules/files/rule_file.h"
#include "run/config/config_check.h"
#include "run/config/config_reader.h"

namespace raichi {
namespace {

constexpr int kMany = 1'000'000'000;
constexpr int64_t kVeryMany = int64_t{1} << 50;

// The keys of the configuration, each once: `Visitor` reads or writes them.

template <typename Visitor>
void Fields(Visitor& v, Budget& c) {
  v.Field("minutes", &c.minutes, 0.0, 1e9);
  v.Field("games", &c.games, int64_t{0}, kVeryMany);
  v.Field("steps", &c.steps, int64_t{0}, kVeryMany);
}

template <typename Visitor>
void Fields(Visitor& v, LoopConfig& c) {
  v.Field("games_per_iteration", &c.games_per_iteration, 1, kMany);
  v.Field("games_per_shard", &c.games_per_shard, 1, 65536);
  v.Field("samples_per_position", &c.samples_per_position, 0.01, 1000.0);
}

template <typename Visitor>
void Fields(Visitor& v, NetworkConfig& c) {
  v.Field("canvas", &c.canvas, 0, kMaxBoardSize);
  v.Field("blocks", &c.blocks, 1, 64);
  v.Field("channels", &c.channels, 8, 1024);
  v.Field("pool_every", &c.pool_every, 0, 64);
  v.Field("policy_channels", &c.policy_channels, 8, 1024);
  v.Field("value_channels", &c.value_channels, 8, 1024);
  v.Field("value_hidden", &c.value_hidden, 8, 1024);
}

template <typename Visitor>
void Fields(Visitor& v, WorkersConfig& c) {
  v.Field("workers", &c.workers, 0, 1024);
  v.Field("slots", &c.slots, 1, 65536);
  v.Field("device", &c.device);
  v.Field("precision", &c.precision, {"auto", "f32", "bf16", "fp16"});
  v.Field("cache", &c.cache, {"off", "exact", "symmetric"});
  v.Field("cache_mib", &c.cache_mib, 0, 1 << 20);
  v.Field("cache_last_moves", &c.cache_last_moves, 0, 2);
  v.Field("bench", &c.bench);
}

template <typename Visitor>
void Fields(Visitor& v, MoveTemperature& c) {
  v.Field("initial", &c.initial, 0.0f, 100.0f);
  v.Field("final", &c.final, 0.0f, 100.0f);
  v.Field("half_life", &c.half_life, 0.01f, 1e6f);
}

template <typename Visitor>
void Fields(Visitor& v, MovesLeftConfig& c) {
  v.Field("max_effect", &c.max_effect, 0.0f, 1.0f);
  v.Field("slope", &c.slope, 0.0f, 1.0f);
  v.Field("threshold", &c.threshold, 0.0f, 0.99f);
}

template <typename Visitor>
void Fields(Visitor& v, SearchConfig& c) {
  std::string root = c.root == RootRule::kGumbel ? "gumbel" : "puct";
  v.Field("root", &root, {"puct", "gumbel"});
  c.root = root == "gumbel" ? RootRule::kGumbel : RootRule::kPuct;
  v.Field("gumbel_considered", &c.gumbel.considered, 1, 10'000);
  v.Field("gumbel_c_visit", &c.gumbel.c_visit, 0.0f, 1e6f);
  v.Field("gumbel_c_scale", &c.gumbel.c_scale, 0.0f, 1e6f);
  v.Field("cpuct", &c.cpuct, 0.0f, 100.0f);
  v.Field("cpuct_base", &c.cpuct_base, 1.0f, 1e9f);
  v.Field("cpuct_factor", &c.cpuct_factor, 0.0f, 100.0f);
  v.Field("fpu_reduction", &c.fpu_reduction, 0.0f, 2.0f);
  v.Field("root_fpu_reduction", &c.root_fpu_reduction, 0.0f, 2.0f);
  v.Field("root_policy_temperature", &c.root_policy_temperature, 0.01f, 100.0f);
  v.Field("noise_fraction", &c.noise_fraction, 0.0f, 1.0f);
  v.Field("noise_concentration", &c.noise_concentration, 0.001f, 1e4f);
  v.Field("forced_playouts", &c.forced_playouts, 0.0f, 100.0f);
  v.Section("moves_left", [&](auto& section) { Fields(section, c.moves_left); });
  v.Field("reuse_tree", &c.reuse_tree);
  v.Field("prove", &c.prove);
  v.Section("temperature", [&](auto& section) { Fields(section, c.temperature); });
}

template <typename Visitor>
void Fields(Visitor& v, HandicapConfig& c) {
  v.Field("max_factor", &c.max_factor, 1.0f, 1000.0f);
  v.Field("from_share", &c.from_share, 0.5f, 0.999f);
  v.Field("window", &c.window, 1, kMany);
  v.Field("until_games", &c.until_games, int64_t{1}, kVeryMany);
}

template <typename Visitor>
void Fields(Visitor& v, PastModelsConfig& c) {
  v.Field("fraction", &c.fraction, 0.0f, 0.99f);
  v.Field("oldest", &c.oldest, 0.001f, 1.0f);
}

template <typename Visitor>
void Fields(Visitor& v, RestartsConfig& c) {
  v.Field("fraction", &c.fraction, 0.0f, 1.0f);
  v.Field("capacity", &c.capacity, 1, 1 << 20);
}

template <typename Visitor>
void Fields(Visitor& v, SelfPlayConfig& c) {
  v.Field("full_visits", &c.full_visits, 1, kMany);
  v.Field("fast_visits", &c.fast_visits, 1, kMany);
  v.Field("full_search_fraction", &c.full_search_fraction, 0.01f, 1.0f);
  v.Field("noise", &c.noise);
  v.Field("opening_random_plies", &c.opening_random_plies, 0, 1000);
  v.Field("resign_threshold", &c.resign_threshold, 0.0f, 1.0f);
  v.Field("resign_consecutive", &c.resign_consecutive, 1, 1000);
  v.Field("resign_playout_fraction", &c.resign_playout_fraction, 0.0f, 1.0f);
  v.Field("max_plies", &c.max_plies, 1, 32000);
  v.Section("search", [&](auto& section) { Fields(section, c.search); });
  v.Section("handicap", [&](auto& section) { Fields(section, c.handicap); });
  v.Section("past_models", [&](auto& section) { Fields(section, c.past_models); });
  v.Section("restarts", [&](auto& section) { Fields(section, c.restarts); });
}

template <typename Visitor>
void Fields(Visitor& v, LossWeights& c) {
  v.Field("policy", &c.policy, 0.0, 100.0);
  v.Field("value", &c.value, 0.0, 100.0);
  v.Field("moves_left", &c.moves_left, 0.0, 100.0);
  v.Field("survival", &c.survival, 0.0, 100.0);
  v.Field("king_end", &c.king_end, 0.0, 100.0);
  v.Field("reply", &c.reply, 0.0, 100.0);
  v.Field("short_value", &c.short_value, 0.0, 100.0);
}

template <typename Visitor>
void Fields(Visitor& v, SampleConfig& c) {
  v.Field("root_value_weight", &c.root_value_weight, 0.0, 1.0);
  v.Field("hide_last_moves", &c.hide_last_moves, 0.0, 1.0);
  v.Field("short_value_horizon", &c.short_value_horizon, 1.0, 1e4);
  v.Field("symmetries", &c.symmetries);
}

template <typename Visitor>
void Fields(Visitor& v, TrainConfig& c) {
  v.Field("batch", &c.batch, 2, 65536);
  v.Field("optimizer", &c.optimizer, {"adamw", "sgd"});
  v.Field("learning_rate", &c.learning_rate, 0.0, 10.0);
  v.Field("warmup_steps", &c.warmup_steps, int64_t{0}, int64_t{kMany});
  v.Field("schedule", &c.schedule, {"constant", "cosine", "drop"});
  v.Field("final_rate", &c.final_rate, 0.0, 1.0);
  v.Field("momentum", &c.momentum, 0.0, 0.9999);
  v.Field("second_decay", &c.second_decay, 0.0, 0.999999);
  v.Field("weight_decay", &c.weight_decay, 0.0, 10.0);
  v.Field("clip_norm", &c.clip_norm, 0.0, 1e9);
  v.Field("ema_decay", &c.ema_decay, 0.0, 0.999999);
  v.Field("device", &c.device);
  v.Field("precision", &c.precision, {"auto", "f32", "bf16"});
  v.Field("threads", &c.threads, 0, 1024);
  v.Field("loader_threads", &c.loader_threads, 1, 1024);
  v.Section("loss", [&](auto& section) { Fields(section, c.loss); });
  v.Section("samples", [&](auto& section) { Fields(section, c.samples); });
}

template <typename Visitor>
void Fields(Visitor& v, WindowConfig& c) {
  v.Field("min_positions", &c.min_positions, int64_t{1}, kVeryMany);
  v.Field("exponent", &c.exponent, 0.01, 1.0);
  v.Field("scale", &c.scale, 0.0, 1.0);
  v.Field("max_positions", &c.max_positions, int64_t{1}, kVeryMany);
}

template <typename Visitor>
void Fields(Visitor& v, EvaluationConfig& c) {
  v.Field("every", &c.every, 0, kMany);
  v.Field("pairs", &c.pairs, 1, kMany);
  v.Field("final_pairs", &c.final_pairs, 0, kMany);
  v.Field("visits", &c.visits, 1, kMany);
  v.Field("earlier_models", &c.earlier_models, 0, 1000);
  v.Field("opening_random_plies", &c.opening_random_plies, 0, 1000);
  v.Field("opponents", &c.opponents);
}

template <typename Visitor>
void Fields(Visitor& v, RunConfig& c) {
  v.Field("seed", &c.seed, uint64_t{0}, uint64_t{kVeryMany});
  v.Field("rules", &c.rules);
  v.Section("budget", [&](auto& section) { Fields(section, c.budget); });
  v.Section("loop", [&](auto& section) { Fields(section, c.loop); });
  v.Section("network", [&](auto& section) { Fields(section, c.network); });
  v.Section("workers", [&](auto& section) { Fields(section, c.workers); });
  v.Section("selfplay", [&](auto& section) { Fields(section, c.selfplay); });
  v.Section("train", [&](auto& section) { Fields(section, c.train); });
  v.Section("window", [&](auto& section) { Fields(section, c.window); });
  v.Section("evaluation", [&](auto& section) { Fields(section, c.evaluation); });
}

/// `KEY: what is wrong` with the place where the key was set before it.
Error WithOrigin(std::string text, const ConfigOrigins& origins, const std::string& file) {
  constexpr std::string_view kSelfPlay = "self-play: ";  // which names its keys alone
  if (text.starts_with(kSelfPlay)) text.replace(0, kSelfPlay.size(), "selfplay.");
  return Error(OriginOf(origins, text.substr(0, text.find(':')), file) + ": " + text);
}

}  // namespace

std::vector<std::string> ChangeableKeys() {
  return {"budget",
          "workers",
          "evaluation.every",
          "evaluation.pairs",
          "evaluation.final_pairs",
          "evaluation.earlier_models",
          "evaluation.opponents"};
}

RunConfig LoadRunConfig(const std::string& file, const std::vector<std::string>& overrides,
                        const std::vector<std::string>& used_here) {
  ConfigOrigins origins;
  ConfigReader reader(LoadConfig(file, overrides, &origins), "", &origins);
  RunConfig config;
  config.network.canvas = 0;
  Fields(reader, config);
  reader.RejectUnknownKeys();
  try {
    CheckRunConfig(&config, used_here);
  } catch (const Error& error) {
    throw WithOrigin(error.what(), origins, file);
  }
  return config;
}

std::string ToYaml(const RunConfig& config) {
  RunConfig copy = config;
  ConfigWriter writer;
  Fields(writer, copy);
  return writer.Text();
}

std::vector<RulesPtr> OpenRulesOf(const RunConfig& config) {
  std::vector<RulesPtr> rules;
  for (const std::string& name : config.rules) rules.push_back(OpenRules(name));
  return rules;
}

}  // namespace raichi
