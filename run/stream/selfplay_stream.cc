#include "run/stream/selfplay_stream.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/process.h"
#include "base/rng.h"
#include "console/output.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "run/config/auto_values.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "selfplay/play/worker.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

std::unique_ptr<TeamEvaluators> WorkersNetworks(const std::filesystem::path& model,
                                                const WorkersConfig& config) {
  return std::make_unique<TeamEvaluators>(
      model,
      NetworkEvaluatorConfig{.device = config.device,
                             .precision = config.precision,
                             .batch = Worker::BatchOf(config.slots)},
      TeamSize(config));
}

std::unique_ptr<Evaluator> PretendNetwork(const std::string& name,
                                          std::chrono::microseconds delay) {
  return std::make_unique<DelayedEvaluator>(std::make_unique<FakeEvaluator>(Checksum(name)), delay);
}

namespace {

using Clock = std::chrono::steady_clock;

/// Returns the number of the run's newest games that determine handicaps and the weights of rule
/// sets. A factor accounts for handicaps being computed for each rule set and from decisive games
/// only. A run that has come so far that nobody gets a handicap any more needs none for them.
size_t GamesToKnow(const SelfPlayConfig& config, size_t num_rules, int64_t games_so_far) {
  constexpr size_t kGamesForOne = 4;
  const auto of_each = games_so_far / static_cast<int64_t>(num_rules);
  const bool has_handicap = config.handicap.max_factor > 1 && of_each < config.handicap.until_games;
  if (!has_handicap && config.rules_floor == 1) return 0;
  return kGamesForOne * num_rules * static_cast<size_t>(config.handicap.window);
}

std::array<float, 2> MeanOf(const std::vector<std::array<float, 2>>& factors) {
  std::array<float, 2> mean = {0, 0};
  for (const auto& sides : factors) {
    for (size_t i = 0; i < 2; ++i) mean[i] += sides[i] / static_cast<float>(factors.size());
  }
  return mean;
}

}  // namespace

SelfPlayStream::SelfPlayStream(const RunConfig& config, const RunFolder& folder,
                               const StreamOptions& options)
    : config_(config),
      folder_(folder),
      options_(options),
      shards_(folder.games(), options.stream.number, options.stream.is_new),
      finished_(
          [this](int model, const std::vector<GameRecord>& games) { shards_.Write(model, games); }),
      pool_(SelfPlaySetupOf(config), CountWorkers(config.workers), config.workers.slots,
            shards_.first_free_game()),
      unfinished_(folder.path(), options.stream.number,
                  StreamOf(config.seed, RandomDomain::kGame, shards_.first_free_game())) {
  const std::vector<int> models = folder.Models();
  const int64_t games_so_far = config.loop.GamesBefore(models.empty() ? 0 : models.back());
  pool_.Remember(NewestGames(folder.games(), OpenRulesOf(config),
                             GamesToKnow(config.selfplay, config.rules.size(), games_so_far)));
}

SelfPlayStream::Contender SelfPlayStream::ModelOfRun(int model) const {
  return {.name = RunFolder::Numbered(model), .model = folder_.Model(model)};
}

std::optional<SelfPlayStream::Contender> SelfPlayStream::PastModelFor(int model) const {
  if (!config_.selfplay.past_models.model.empty()) return FrozenModel();
  const std::optional<int> drawn = DrawEarlierModel(model);
  if (!drawn) return std::nullopt;
  return ModelOfRun(*drawn);
}

SelfPlayStream::Contender SelfPlayStream::FrozenModel() const {
  const std::filesystem::path file = PastModelFile(folder_.path());
  const std::optional<PinnedModel> pinned = LoadPinnedModel(file);
  if (!pinned) throw Error(file.string() + ": missing; 'raichi run' or 'raichi train' makes it");
  ReadPinnedModel(*pinned);
  return {.name = "frozen", .model = pinned->path};
}

std::optional<int> SelfPlayStream::DrawEarlierModel(int model) const {
  if (config_.selfplay.past_models.fraction <= 0) return std::nullopt;
  std::vector<int> models = folder_.Models();
  for (;;) {
    Rng rng = StreamOf(config_.seed, RandomDomain::kPastModel, static_cast<uint64_t>(model));
    const auto drawn = DrawPastModel(config_.selfplay.past_models, models, model, &rng);
    if (!drawn || folder_.HasModel(*drawn)) return drawn;
    PrintWarning(folder_.Model(*drawn).string() + ": cannot be read; nothing is played against it");
    std::erase(models, *drawn);
  }
}

/// Returns how many streams play for the run, as the shards of the model before tell.
size_t SelfPlayStream::CountStreams(int model) const {
  try {
    return CountStreamsOf(folder_.games(), model - 1);
  } catch (const ReadError&) {
    return 0;
  }
}

SelfPlaySummary SelfPlayStream::Play(int model, int64_t games, const std::stop_token& stop,
                                     const Tick& tick) {
  const int64_t present = shards_.CountGames(model);
  return present >= games ? SelfPlaySummary{} : PlayMore(model, games - present, stop, tick);
}

/// One call of PlayMore.
class SelfPlayStream::Phase {
 public:
  Phase(SelfPlayStream* stream, int model, const Tick& tick)
      : stream_(*stream),
        model_(model),
        newest_(stream->ModelOfRun(model)),
        past_model_(stream->PastModelFor(model)),
        tick_(tick),
        longest_wait_(LongestWait(stream->CountStreams(model))) {
    WorkersConfig workers = stream_.config_.workers;
    // Workers that ask two networks in turn would wait for each other in two teams.
    if (past_model_) workers.team = 1;
    newest_networks_ = WorkersNetworks(newest_.model, workers);
    if (past_model_) past_networks_ = WorkersNetworks(past_model_->model, workers);
  }

  SelfPlaySummary Play(int64_t games, const std::stop_token& stop) {
    const PoolPhase plan = Plan(games);
    try {
      stream_.pool_.Play(plan, Hooks(), stop, &progress_);
    } catch (const std::exception&) {
      if (!WriteShard()) {  // the games that were over before
        PrintWarning(fmt::format("{}; {} finished games are lost", stream_.finished_.trouble(),
                                 stream_.finished_.size()));
      }
      throw;
    }
    WriteShard();
    summary_.trouble = stream_.finished_.trouble();
    Measure();
    summary_.visit_factors = MeanOf(stream_.pool_.visit_factors());
    summary_.network = network_;
    return summary_;
  }

 private:
  /// Settings that change with the run's progress depend on the number of games that its earlier
  /// models should have played, because every process of the run knows that number.
  PoolPhase Plan(int64_t games) const {
    PoolPhase plan;
    plan.games = static_cast<uint64_t>(games);
    plan.model = newest_.name;
    if (past_model_) plan.past_model = past_model_->name;
    plan.games_so_far = stream_.config_.loop.GamesBefore(model_);
    return plan;
  }

  PoolHooks Hooks() {
    return {.new_evaluator =
                [this](int worker) {
                  return Open(worker, newest_, newest_networks_.get(),
                              worker == 0 ? &network_ : nullptr);
                },
            .new_past_evaluator =
                [this](int worker) {
                  return Open(worker, *past_model_, past_networks_.get(), nullptr);
                },
            .on_games =
                [this](std::vector<GameRecord> games) {
                  stream_.finished_.Add(model_, std::move(games), Clock::now());
                },
            .should_stop = [this] { return Tend(); }};
  }

  std::unique_ptr<Evaluator> Open(int worker, const Contender& contender, TeamEvaluators* networks,
                                  NetworkEvaluatorInfo* info) {
    if (const auto& delay = stream_.options_.pretended_network) {
      return PretendNetwork(contender.name, *delay);
    }
    return networks->Open(worker, info);
  }

  /// Writes a shard if one is due. Returns whether the phase must end.
  bool Tend() {
    const int size = stream_.config_.loop.games_per_shard;
    if (stream_.finished_.AreDue(size, longest_wait_, Clock::now()) && !WriteShard()) return true;
    Measure();
    return tick_(summary_);
  }

  /// Returns false if the games could not be written and are kept.
  bool WriteShard() {
    if (stream_.options_.keeps_games) return stream_.finished_.TryWriteAll();
    stream_.finished_.WriteAll();
    return true;
  }

  void Measure() {
    summary_.stats = progress_.Snapshot();
    summary_.seconds = SecondsSince(start_);
    summary_.processor_seconds = ProcessorSeconds() - processor_start_;
  }

  SelfPlayStream& stream_;
  const int model_;
  const Contender newest_;
  const std::optional<Contender> past_model_;
  const Tick& tick_;
  const std::chrono::seconds longest_wait_;
  const Clock::time_point start_ = Clock::now();
  const double processor_start_ = ProcessorSeconds();
  std::unique_ptr<TeamEvaluators> newest_networks_, past_networks_;
  SelfPlayProgress progress_;
  SelfPlaySummary summary_;
  NetworkEvaluatorInfo network_;  // written by the first worker's thread
};

SelfPlaySummary SelfPlayStream::PlayMore(int model, int64_t games, const std::stop_token& stop,
                                         const Tick& tick) {
  model_ = model;
  if (!pool_.HasGamesToGoOnWith()) pool_.GoOnWith(unfinished_.Take(model));
  return Phase(this, model, tick).Play(games, stop);
}

size_t SelfPlayStream::LeaveUnfinished() {
  std::vector<GameRecord> games = pool_.GamesInProgress();
  const size_t count = games.size();
  try {
    return unfinished_.Leave(model_, std::move(games)) ? count : 0;
  } catch (const WriteError& error) {
    PrintWarning(std::string(error.what()) + "; the games in progress are lost");
  } catch (const ReadError& error) {
    PrintWarning(std::string(error.what()) + "; the games in progress are lost");
  }
  return 0;
}

}  // namespace raichi
