#include "run/config/auto_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/process.h"
#include "nn/backend/devices.h"
#include "selfplay/play/worker.h"

namespace raichi {
namespace {

/// What suits a budget of at least `evaluations` evaluations of kMeasuredNetwork on 9x9 boards.
struct Scale {
  double evaluations;
  int blocks, channels, head_channels;
  int full_visits, fast_visits;
  int batch;
  double iteration;  // share of the expected games that an iteration plays
};
constexpr Scale kScales[] = {
    {0, 4, 32, 16, 48, 8, 256, 0.03},
    {12e6, 4, 32, 16, 96, 16, 256, 0.03},
    {120e6, 5, 48, 32, 100, 20, 256, 0.0085},
    {3e9, 10, 128, 32, 100, 20, 1024, 0.02},
};
constexpr double kLeastGames = 32;  // of an iteration
constexpr double kMostGames = 4096;
constexpr double kInFlight = 0.25;  // games in flight, relative to those of an iteration
constexpr double kLeastSlots = 4, kMostSlots = 64;
constexpr double kIterationLimit = 2;      // loop.iteration_share, relative to the expected share
constexpr double kAveragedIterations = 2;  // whose steps the averaged weights span
constexpr double kLeastDecay = 0.9, kMostDecay = 0.99;
constexpr double kHandicapShare = 0.6;  // of a rule set's expected games, in handicap.until_games
constexpr double kMostHandicapGames = 8000;
constexpr double kEndlessMinutes = 120;  // the budget that is assumed where there is none

// What a game is expected to cost.
constexpr double kPlies = 60;                // on a 9x9 board; proportional to the squares
constexpr double kEvaluationsOfGame = 2500;  // the same; while the visits are not chosen yet
constexpr double kSelfPlaySpeed = 0.85;      // relative to the bare network
constexpr double kChannelsPower = 1.75;      // a block's time grows with its channels to this power
constexpr double kTrainingOfBody = 0.26;     // share of kMeasuredNetwork's time of training
constexpr double kMatchSpeed = 0.5;          // of matches, relative to the bare network
constexpr double kEvaluationShare = 0.05;    // share of the time, for evaluations within a run

constexpr std::array<std::string_view, 13> kAutoKeys = {"loop.games_per_iteration",
                                                        "loop.iteration_share",
                                                        "network.blocks",
                                                        "network.channels",
                                                        "network.policy_channels",
                                                        "network.value_channels",
                                                        "workers.slots",
                                                        "selfplay.full_visits",
                                                        "selfplay.fast_visits",
                                                        "selfplay.handicap.until_games",
                                                        "train.batch",
                                                        "train.ema_decay",
                                                        "evaluation.every"};

/// Returns the squares of the largest board, or of the canvas if that is larger, relative to 9x9.
double SquaresOf(const RunConfig& config) {
  int side = config.network.canvas;
  for (const RulesPtr& rules : config.rule_sets) side = std::max(side, rules->size());
  return side * side / 81.0;
}

/// Returns the samples that are expected to be trained on for each game.
double SamplesPerGame(const RunConfig& config) {
  return kPlies * SquaresOf(config) * static_cast<double>(config.selfplay.full_search_fraction) *
         config.loop.samples_per_position;
}

/// Returns the games that the budget allows if each takes this time.
double GamesOf(const RunConfig& config, double seconds_per_game) {
  const Budget& budget = config.budget;
  double games = std::numeric_limits<double>::infinity();
  const auto limit = [&games](double most) {
    if (most > 0) games = std::min(games, most);
  };
  limit(budget.minutes * 60 / seconds_per_game);
  limit(static_cast<double>(budget.games));
  limit(static_cast<double>(budget.steps) * config.train.batch / SamplesPerGame(config));
  return std::isfinite(games) ? games : kEndlessMinutes * 60 / seconds_per_game;
}

/// Returns the time that a body takes relative to that of kMeasuredNetwork.
double BodyOf(const NetworkConfig& network) {
  return network.blocks / 4.0 * std::pow(network.channels / 32.0, kChannelsPower);
}

const Scale& ScaleOf(const RunConfig& config) {
  const double squares = SquaresOf(config);
  const double of_game = kEvaluationsOfGame * squares;
  const double per_second = static_cast<double>(config.machine.evaluations) / squares;
  const double evaluations = GamesOf(config, of_game / per_second) * of_game;
  const Scale* scale = std::begin(kScales);
  while (scale + 1 != std::end(kScales) && scale[1].evaluations <= evaluations) ++scale;
  return *scale;
}

/// Returns the expected evaluations per second of the bare network.
double SpeedOf(const RunConfig& config) {
  return static_cast<double>(config.machine.evaluations) /
         (BodyOf(config.network) * SquaresOf(config));
}

/// Returns the expected time to play a game and to train on it.
double SecondsPerGame(const RunConfig& config) {
  const SelfPlayConfig& selfplay = config.selfplay;
  const double squares = SquaresOf(config);
  const double plies = kPlies * squares;
  const auto full = static_cast<double>(selfplay.full_search_fraction);
  const double visits = full * selfplay.full_visits + (1 - full) * selfplay.fast_visits;
  const double samples_per_second =
      static_cast<double>(config.machine.samples) /
      ((1 - kTrainingOfBody + kTrainingOfBody * BodyOf(config.network)) * squares);
  return plies * visits / (kSelfPlaySpeed * SpeedOf(config)) +
         SamplesPerGame(config) / samples_per_second;
}

/// Returns the expected time of an evaluation, which plays under each rule set. A model moves in
/// half of the plies of a game against a fixed opponent, and in half of those against an earlier
/// model, which moves in the others.
double SecondsPerEvaluation(const RunConfig& config) {
  const EvaluationConfig& evaluation = config.evaluation;
  const double opponents =
      static_cast<double>(evaluation.opponents.size()) / 2 + evaluation.earlier_models;
  const std::set<std::string> rules(config.rules.begin(), config.rules.end());
  const double games = 2.0 * evaluation.pairs * opponents * static_cast<double>(rules.size());
  return games * kPlies * SquaresOf(config) * evaluation.visits / (kMatchSpeed * SpeedOf(config));
}

/// Returns the number with the smallest ratio to `number` among 1, 2, 3, 4, 6, 8, 12, 16, 24 …
int RoundToSteps(double number) {
  const double power = std::exp2(std::floor(std::log2(number)));
  double nearest = power;
  for (const double next : {1.5 * power, 2 * power}) {
    if (number * number > nearest * next) nearest = next;
  }
  return static_cast<int>(nearest);
}

/// Returns all keys of a configuration, which must outlive them.
std::vector<ConfigKey> KeysOf(RunConfig* config) {
  KeyList list;
  ListKeys(config, &list);
  return list.keys();
}

}  // namespace

bool MayBeAuto(std::string_view key) {
  return std::ranges::find(kAutoKeys, key) != kAutoKeys.end();
}

void ChooseAutoValues(RunConfig* config) {
  const auto choose = [config](const char* key, auto* field, auto value) {
    if (config->auto_keys.erase(key) > 0) *field = value;
  };
  const Scale& scale = ScaleOf(*config);
  choose("network.blocks", &config->network.blocks, scale.blocks);
  choose("network.channels", &config->network.channels, scale.channels);
  choose("network.policy_channels", &config->network.policy_channels, scale.head_channels);
  choose("network.value_channels", &config->network.value_channels, scale.head_channels);
  choose("selfplay.full_visits", &config->selfplay.full_visits, scale.full_visits);
  choose("selfplay.fast_visits", &config->selfplay.fast_visits, scale.fast_visits);
  choose("train.batch", &config->train.batch, scale.batch);

  const double games = GamesOf(*config, SecondsPerGame(*config));
  choose("loop.games_per_iteration", &config->loop.games_per_iteration,
         RoundToSteps(std::clamp(scale.iteration * games, kLeastGames, kMostGames)));
  const double share = std::min(1.0, kIterationLimit * config->loop.games_per_iteration / games);
  choose("loop.iteration_share", &config->loop.iteration_share, std::ceil(share * 1000) / 1000);
  const double steps =
      SamplesPerGame(*config) * config->loop.games_per_iteration / config->train.batch;
  const double decay = 1 - 1 / std::max(1.0, kAveragedIterations * steps);
  choose("train.ema_decay", &config->train.ema_decay,
         std::round(std::clamp(decay, kLeastDecay, kMostDecay) * 1000) / 1000);
  // More games in flight than an iteration has would be finished by later models, the longest last.
  const double slots = config->loop.games_per_iteration * kInFlight / CountWorkers(config->workers);
  choose("workers.slots", &config->workers.slots,
         RoundToSteps(std::clamp(slots, kLeastSlots, kMostSlots)));
  const double handicapped = kHandicapShare * games / static_cast<double>(config->rules.size());
  choose("selfplay.handicap.until_games", &config->selfplay.handicap.until_games,
         std::llround(ToTwoDigits(std::clamp(handicapped, 1.0, kMostHandicapGames))));
  const double iteration = config->loop.games_per_iteration * SecondsPerGame(*config);
  const double every = SecondsPerEvaluation(*config) / (kEvaluationShare * iteration);
  choose("evaluation.every", &config->evaluation.every, RoundToSteps(std::clamp(every, 1.0, 1e6)));
  RAICHI_CHECK(config->auto_keys.empty());
}

double ExpectedGames(const RunConfig& config) { return GamesOf(config, SecondsPerGame(config)); }

void TakeAutoValues(RunConfig begun, RunConfig* config) {
  const std::vector<ConfigKey> from = KeysOf(&begun), to = KeysOf(config);
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i].IsAuto()) to[i].Parse(from[i].Text());
  }
}

void TakeAutoValues(const std::vector<std::string>& changes, RunConfig* config) {
  for (const ConfigKey& key : KeysOf(config)) {
    const auto is_of_key = [&](const std::string& change) {
      return change.starts_with(key.name + "=");
    };
    const auto change = std::ranges::find_if(changes, is_of_key);
    if (change != changes.end() && key.IsAuto()) key.Parse(change->substr(key.name.size() + 1));
  }
}

std::vector<std::string> AutoValuesOf(RunConfig settled, const RunConfig& config) {
  std::vector<std::string> changes;
  for (const ConfigKey& key : KeysOf(&settled)) {
    if (config.auto_keys.contains(key.name)) changes.push_back(key.name + "=" + key.Text());
  }
  return changes;
}

void RequireSettled(const RunConfig& config, const std::string& file) {
  if (config.auto_keys.empty()) return;
  const std::string& first = *config.auto_keys.begin();
  const size_t others = config.auto_keys.size() - 1;
  throw Error(file + ": " + first +
              (others == 0   ? " is"
               : others == 1 ? " and another key are"
                             : " and " + std::to_string(others) + " other keys are") +
              " auto, which `raichi run` replaces when it begins a run; name that run's folder, or "
              "give values, as in " +
              first + "=N");
}

namespace {

/// Returns the number of GPUs that the workers use.
int GpusOf(const WorkersConfig& config) {
  if (config.device == "auto" || config.device == "cuda") return CountGpus();
  return IsGpu(config.device) ? 1 : 0;
}

}  // namespace

int CountWorkers(const WorkersConfig& config) {
  if (config.workers > 0) return config.workers;
  const int gpus = GpusOf(config);
  return gpus > 0 ? std::max(2 * CountCores(), gpus) : CountCores();
}

int TeamSize(const WorkersConfig& config) {
  constexpr int kBatch = 1024;
  const int gpus = GpusOf(config);
  if (gpus == 0) return 1;
  if (config.team > 0) return config.team;
  const int part = Worker::BatchOf(config.slots);
  const int for_batch = (kBatch + part - 1) / part;
  const int for_two_teams = CountWorkers(config) / (2 * gpus);
  return std::max(1, std::min(for_batch, for_two_teams));
}

}  // namespace raichi
