#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "nn/data/train_config.h"
#include "nn/data/window.h"
#include "nn/model/network_config.h"
#include "rules/rules.h"
#include "run/config/machine_speed.h"
#include "selfplay/play/game_slot.h"

namespace raichi {

/// A model of another folder that a run depends on. The run folder holds its name and checksum, so
/// that the run notices if the model changes.
struct PinnedModel {
  std::string word;     // as it was named: models/linnaeus, runs/x
  std::string path;     // the model that the word stood for: runs/x/models/000120
  std::string weights;  // its WeightsChecksum
  int canvas = 0;       // its network's; 0 in files of earlier programs, for that of the run
  bool operator==(const PinnedModel&) const = default;
};

/// Returns the file in a run folder that names the model from which the run began.
std::filesystem::path OriginFile(const std::filesystem::path& run_folder);
/// Returns the file in a run folder that names the model of `selfplay.past_models.model`.
std::filesystem::path PastModelFile(const std::filesystem::path& run_folder);

/// Returns the model that such a file names, or nothing if there is no such file. Throws Error
/// naming the file if it is damaged.
std::optional<PinnedModel> LoadPinnedModel(const std::filesystem::path& file);
/// Writes such a file. Throws Error if a path is not UTF-8.
void SavePinnedModel(const std::filesystem::path& file, const PinnedModel& model);

/// A run ends as soon as it reaches one of these; 0 sets no limit.
struct Budget {
  double minutes = 0;  // of work over all starts, without the last evaluation
  int64_t games = 0;   // of self-play
  int64_t steps = 0;   // of training
};

/// Rule sets that are drawn when a run begins: changes of its named ones (random_rules.h).
struct RandomRulesConfig {
  int count = 0;
  double share = 0.1;  // of the games
};

/// How self-play uses the machine.
struct WorkersConfig {
  int workers = 0;  // threads that play; 0: one per processor core, or two if they use a GPU
  int team = 0;     // workers that share each batch on a GPU; 0: chosen (TeamSize)
  int slots = 64;   // games that each worker plays at once: its leaves in a batch
  std::string device = "auto";
  std::string precision = "auto";
  bool bench = true;  // measure the machine's speed at each start
};

/// One iteration of the loop: play some games, then train on them.
struct LoopConfig {
  int games_per_iteration = 256;
  /// Share of `budget.minutes` after which an iteration plays no more games, such that its training
  /// ends by then too; 0: no limit.
  double iteration_share = 0;
  int games_per_shard = 64;         // or fewer that have waited for a while (LongestWait)
  double samples_per_position = 4;  // mean number of times that a recorded position is trained on

  /// Games of all models before this one, if no iteration ends early.
  int64_t GamesBefore(int model) const { return int64_t{model} * games_per_iteration; }
};

/// How often models are evaluated, and against which players.
struct EvaluationConfig {
  int every = 10;          // iterations; 0: only the last model
  int pairs = 10;          // pairs of games with sides swapped against each opponent
  int final_pairs = 40;    // pairs for the last model; 0: it is not evaluated
  int visits = 64;         // of a model's search for each move
  int earlier_models = 2;  // how many evaluated earlier models each model plays
  int opening_random_plies = 4;
  /// Fixed players, from weak to strong; the last is rated 0.
  std::vector<std::string> opponents = {"random", "greedy", "playouts:100"};
};

/// The configuration of a run: the keys of configs/runs/*.yaml (docs/keys.md).
struct RunConfig {
  uint64_t seed = 1;
  std::vector<std::string> rules = {"linnaeus"};  // names or files; each game uses one at random
  RandomRulesConfig random_rules;
  Budget budget;
  MachineSpeed machine;  // for which values were chosen that were `auto`; unknown if none was
  LoopConfig loop;
  NetworkConfig network{.canvas = 0};  // canvas 0: the largest board of the rules
  WorkersConfig workers;
  SelfPlayConfig selfplay;
  TrainConfig train;
  WindowConfig window;
  EvaluationConfig evaluation;

  /// The names of the keys that are `auto`, whose fields hold no value yet (auto_values.h).
  std::set<std::string> auto_keys{};
  /// The rule sets that `rules` names, and then the random ones. Not a key of the configuration;
  /// LoadRunConfig sets it.
  std::vector<RulesPtr> rule_sets{};
  /// The model from which the run begins (pinned_rules.h); nothing: random weights. Not a key of
  /// the configuration; LoadRunConfig sets it.
  std::optional<PinnedModel> origin{};
  /// The run that goes on with this configuration; null: none was begun. Not a key of the
  /// configuration; LoadRunConfig sets it.
  std::shared_ptr<const struct BegunRun> begun{};
};

/// A run's own configuration, as its folder has it, and the file that holds it.
struct BegunRun {
  std::filesystem::path file;
  RunConfig config;
};
struct FirstModel;

class KeyList;
/// Lists each key of the configuration once, in the order in which they are written.
void ListKeys(RunConfig* config, KeyList* keys);

/// Reads a configuration file, applies the changes `overrides` of the form `KEY=VALUE`, and checks
/// the result. A key that is `auto` takes the value of the run that was begun in `run_folder`; if
/// there is none, it takes the value that suits `machine`; if the machine was not measured, it
/// stays in `auto_keys`. Uses the run's own copies of rule sets in `run_folder` (pinned_rules.h),
/// if there are any. If `run_folder` is empty and the file is called config.yaml, its folder is the
/// run folder. `first` is the model from which a new run begins, or null; if a run was begun in the
/// run folder, it must be null, and the run's own is used. `used_here` names the sections (workers,
/// train) whose device and precision this process will use and which must therefore be available on
/// this machine. Throws Error `FILE:LINE: KEY: …`, with the change in place of file and line if the
/// change is at fault: then it is a UsageError.
RunConfig LoadRunConfig(const std::string& file, const std::vector<std::string>& overrides,
                        const std::vector<std::string>& used_here = {},
                        const std::filesystem::path& run_folder = {},
                        const FirstModel* first = nullptr);
/// Throws Error naming `file` and saying what to do if a key is still `auto`.
void RequireSettled(const RunConfig& config, const std::string& file);
/// Writes every key with its value, as YAML that LoadRunConfig can read.
std::string ToYaml(const RunConfig& config);
/// Returns the configuration's rule sets. Opens them if LoadRunConfig has not set them.
std::vector<RulesPtr> OpenRulesOf(const RunConfig& config);
/// Returns the side length of the largest board of these rule sets.
int LargestBoard(const RunConfig& config);
/// Returns those that `rules` names, without the random ones.
std::vector<RulesPtr> OpenNamedRulesOf(const RunConfig& config);
/// Returns the settings of the configuration's self-play games.
SelfPlaySetup SelfPlaySetupOf(const RunConfig& config);

/// Checks everything about a configuration that the ranges of single keys do not. Its rule sets
/// must be open. Sets `network.canvas` if it is 0. `used_here` is as for LoadRunConfig. Throws
/// Error `KEY: what is wrong`.
void CheckRunConfig(RunConfig* config, const std::vector<std::string>& used_here);

}  // namespace raichi
