#include "run/training.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/process.h"
#include "console/output.h"
#include "console/version.h"
#include "nn/backend/devices.h"
#include "run/files/folder.h"
#include "run/sharing/newest_model.h"

namespace raichi {

NetworkEvaluatorInfo TryNetwork(const WorkersConfig& config, const std::filesystem::path& model) {
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(model,
                       {.device = DeviceOfWorker(config.device, 0),
                        .precision = config.precision,
                        .batch = config.slots},
                       &info);
  return info;
}

Json ToJson(const NetworkEvaluatorInfo& info) {
  Json json = {{"device", info.device}, {"precision", info.precision}};
  if (!info.reduced) return json;
  json["value_difference"] = info.value_difference;
  json["prior_difference"] = info.prior_difference;
  return json;
}

namespace {

constexpr size_t kStatesKept = 2;  // the newest, and one to fall back on

/// Sums the statistics of steps.
class MeanStats {
 public:
  void Add(const TrainStats& stats) {
    Visit(stats, [](double& sum, double value) { sum += value; });
    sum_.step = stats.step;
    ++count_;
  }
  TrainStats Mean() const {
    MeanStats mean = *this;
    mean.Visit(sum_, [this](double& sum, double value) {
      sum = value / static_cast<double>(std::max<int64_t>(count_, 1));
    });
    return mean.sum_;
  }

 private:
  template <typename Combine>
  void Visit(const TrainStats& stats, Combine combine) {
    for (double TrainStats::*field : kTrainNumbers) combine(sum_.*field, stats.*field);
  }
  TrainStats sum_;
  int64_t count_ = 0;
};

/// Returns the names of the rule sets that a model was trained on, or none if it is gone.
std::vector<std::string> RulesOf(const std::filesystem::path& model) {
  try {
    return ReadModelInfo(model).rules;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

/// Explains how a run whose training has diverged can go on.
UsageError RunTrainer::Diverged(const std::string& how) const {
  return UsageError(fmt::format(
      "{}: {}; model {} stays the newest, and the same command goes on from it with a lower rate: "
      "add train.learning_rate={:.3g}",
      folder_.path().string(), how, RunFolder::Numbered(model_), config_.train.learning_rate / 10));
}

int64_t RunTrainer::StepsFor(int64_t positions) const {
  const auto steps = static_cast<int64_t>(std::ceil(
      static_cast<double>(positions) * config_.loop.samples_per_position / config_.train.batch));
  if (config_.budget.steps == 0) return steps;
  return std::min(steps, std::max<int64_t>(config_.budget.steps - step(), 0));
}

/// To be called before the phase, which changes `trained_window`.
std::optional<Staleness> RunTrainer::StalenessOfNewGames() const {
  std::map<std::string, int64_t> games = window_.GamesOfShards();
  for (const std::string& name : trained_window().shards) games.erase(name);
  return StalenessOf(games, model_);
}

TrainingFacts RunTrainer::Facts(int64_t run_games, int64_t unread_games) const {
  return {.run_games = run_games,
          .unread_games = unread_games,
          .staleness = staleness_,
          .set_aside = window_.shards_set_aside(),
          .late = window_.late_shards(),
          .duplicates = window_.refused_shards()};
}

std::optional<TrainSummary> RunTrainer::Train(const std::function<double()>& spent,
                                              const Tick& tick) {
  const auto start = std::chrono::steady_clock::now();
  const double processor_start = ProcessorSeconds();
  const double sums_start = trainer_->seconds_in_sums();
  window_.Refresh(model_);
  const int64_t before = std::exchange(positions_seen_, window_.positions_made());
  const int64_t steps = StepsFor(window_.positions_made() - before);
  if (steps == 0) return std::nullopt;
  staleness_ = StalenessOfNewGames();
  if (leader_ != nullptr && !leader_->BeginPhase(window_, *trainer_, steps)) return std::nullopt;

  MeanStats mean;
  TrainSummary summary;
  AfterStep next = AfterStep::kGoOn;
  trainer_->SetSpent(spent());
  try {
    trainer_->Train(window_, steps, [&](const TrainStats& stats) {
      mean.Add(stats);
      ++summary.steps;
      trainer_->SetSpent(spent());
      next = tick(stats, steps);
      return next == AfterStep::kGoOn;
    });
  } catch (const DivergedError& error) {
    throw Diverged(error.what());
  }
  if (next != AfterStep::kFinish && summary.steps < steps) return std::nullopt;
  summary.mean = mean.Mean();
  summary.batch = config_.train.batch;
  summary.window_positions = window_.positions();
  summary.window_games = window_.games();
  summary.window_bytes = window_.bytes();
  summary.positions_made = window_.positions_made();
  summary.seconds = SecondsSince(start);
  summary.processor_seconds = ProcessorSeconds() - processor_start;
  summary.seconds_in_sums = trainer_->seconds_in_sums() - sums_start;
  summary.sums_fault = trainer_->sums_fault();
  return summary;
}

/// Returns the trainer's state, from which training can go on.
TrainerState RunTrainer::GoodState() const {
  try {
    TrainerState state = trainer_->State();
    const std::string fault = FaultOf(state);
    if (fault.empty()) return state;
    throw Diverged("training diverged: " + fault);
  } catch (const DivergedError& error) {
    throw Diverged(error.what());
  }
}

void RunTrainer::Save(const Milestone& milestone) {
  const TrainerState state = GoodState();
  Enter(model_ + 1, state, milestone);
  WriteTrainerState(folder_.Optimizer(model_ + 1), state);
  ++model_;
  ExportModel(milestone.games);
  WriteNewestModel(folder_.models(), model_);
  DropOldStates();
}

void RunTrainer::Enter(int model, const TrainerState& state, const Milestone& milestone) {
  LedgerRecord record;
  record.model = model;
  record.weights = WeightsChecksum(state.network, state.averages);
  record.steps = state.step;
  record.games = milestone.games;
  record.seconds = milestone.seconds;
  record.progress = milestone.progress;
  ledger_.Append(std::move(record), state.window);
}

void RunTrainer::ExportModel(int64_t games) const {
  ModelInfo info;
  const std::vector<RulesPtr> named = OpenNamedRulesOf(config_);
  for (const std::string& name : window_.rules_names()) {
    const auto has_name = [&](const RulesPtr& rules) { return rules->data().name == name; };
    if (std::ranges::any_of(named, has_name)) info.rules.push_back(name);
  }
  info.training = {{"run_seed", std::to_string(config_.seed)},
                   {"games", std::to_string(games)},
                   {"positions", std::to_string(window_.positions_made())},
                   {"program", ProgramVersion()}};
  if (config_.origin) {
    info.training["from"] = config_.origin->word;
    info.training["from_weights"] = config_.origin->weights;
    if (model_ == 0) info.rules = RulesOf(config_.origin->path);
  }
  trainer_->ExportModel(folder_.Model(model_), info);
}

void RunTrainer::DropOldStates() const {
  const std::vector<int> states = folder_.Optimizers();
  for (size_t i = 0; i + kStatesKept < states.size(); ++i) {
    RemoveFile(folder_.Optimizer(states[i]));
  }
}

}  // namespace raichi
