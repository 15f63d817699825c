#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/data/train_config.h"
#include "nn/data/window.h"
#include "nn/model/network_config.h"
#include "rules/rules.h"
#include "selfplay/play/game_slot.h"

namespace raichi {

/// When a run ends: at the first of these that is reached; 0 is no limit.
struct Budget {
  double minutes = 0;  // of work, whatever the number of starts; the last evaluation comes on top
  int64_t games = 0;   // of self-play
  int64_t steps = 0;   // of training
};

/// How self-play is spread over the machine.
struct WorkersConfig {
  int workers = 0;  // threads that play; 0: one per processor core, at least one per GPU
  int slots = 64;   // games at once per worker: its batch
  std::string device = "auto";
  std::string precision = "auto";
  /// Evaluations of positions that come again: off, exact (equal positions) or symmetric (turned
  /// and mirrored ones too).
  std::string cache = "off";
  int cache_mib = 64;        // its memory; 0: no cache
  int cache_last_moves = 2;  // how many of the last moves must be equal too: the network sees two
  bool bench = true;  // measure the machine at each start, to compare the iterations' speeds with
};

/// One turn of the loop: some games, then some training on them.
struct LoopConfig {
  int games_per_iteration = 256;
  int games_per_shard = 64;  // a shard is also written when games have waited for ten seconds
  double samples_per_position = 4;  // how often a recorded position is trained on, on average
};

/// What models are measured against, and how often.
struct EvaluationConfig {
  int every = 10;          // iterations; 0: only the last model
  int pairs = 10;          // side-swapped pairs against each opponent
  int final_pairs = 40;    // of the last model
  int visits = 64;         // a move, of the models
  int earlier_models = 2;  // how many earlier evaluated models each model meets
  int opening_random_plies = 4;
  /// Fixed players, from weak to strong; the last is rated 0.
  std::vector<std::string> opponents = {"random", "greedy", "playouts:100"};
};

/// A run, `docs/configuration.md`: the keys of configs/runs/*.yaml.
struct RunConfig {
  uint64_t seed = 1;
  std::vector<std::string> rules = {"linnaeus"};  // names or files; each game draws one
  Budget budget;
  LoopConfig loop;
  NetworkConfig network;  // canvas 0: the largest board of the rules
  WorkersConfig workers;
  SelfPlayConfig selfplay;
  TrainConfig train;
  WindowConfig window;
  EvaluationConfig evaluation;
};

/// The keys and sections in which a later start of a run may differ from the one before: what may
/// change without making what was measured so far incomparable.
std::vector<std::string> ChangeableKeys();

/// Reads a run's configuration and `key=value` overrides, and checks all of it. Throws Error naming
/// file and line, or the override; UsageError if an override has not that form. `used_here` are the
/// sections (workers, train) whose device and precision must be on this machine.
RunConfig LoadRunConfig(const std::string& file, const std::vector<std::string>& overrides,
                        const std::vector<std::string>& used_here = {});
/// Every key with its value, as YAML that LoadRunConfig reads.
std::string ToYaml(const RunConfig& config);
std::vector<RulesPtr> OpenRulesOf(const RunConfig& config);

}  // namespace raichi
