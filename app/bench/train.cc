#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

#include "app/bench/bench.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/process.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "nn/backend/trainer.h"
#include "nn/data/samples.h"
#include "nn/data/window.h"
#include "rules/files/rule_file.h"
#include "selfplay/play/selfplay_job.h"

namespace raichi {
namespace {

/// Plays training games with made-up evaluations. Returns the new folder with their shards.
std::filesystem::path PlayGames(const std::filesystem::path& folder,
                                const BenchSettings& settings) {
  CreateFolders(folder);
  const uint64_t seed = settings.seed;
  SelfPlayJob job{.setup = {.seed = seed},
                  .folder = folder,
                  .num_games = 64,
                  .games_per_shard = 64,
                  .workers = 1,
                  .slots = 16};
  for (const std::string& rules : settings.rules) job.setup.rules.push_back(OpenRules(rules));
  job.setup.config.full_search_fraction = 1;
  job.setup.config.max_plies = 100;
  SelfPlayProgress progress;
  PlayJob(job,
          {.new_evaluator = [seed](int) { return std::make_unique<FakeEvaluator>(seed); },
           .model = [] { return "bench"; }},
          {}, &progress);
  return folder;
}

/// The rate of samples in `Train`, without the first step.
WorkRate TrainRate(const ReplayWindow& window, double seconds, Trainer* trainer) {
  RateWindow timed(seconds, 0);
  uint64_t samples = 0;
  trainer->Train(window, std::numeric_limits<int>::max(), [&](const TrainStats&) {
    samples += static_cast<uint64_t>(trainer->config().batch);
    return !timed.Poll(samples);
  });
  return timed.rate();
}

/// The rate of samples in bare steps on one batch.
WorkRate BareRate(const SampleBatch& batch, double seconds, Trainer* trainer) {
  const int steps = trainer->device() == "cpu" ? 1 : 8;  // a GPU receives steps ahead of time
  trainer->LoadBare(batch);
  return MeasureRate(seconds, [&] {
    trainer->RunBare(steps);
    return steps * batch.size();
  });
}

/// The data and settings with which both rates are measured.
struct TrainBench {
  explicit TrainBench(const BenchSettings& settings)
      : window(PlayGames(folder.path() / "games", settings), {}, DamagedShards::kLeave,
               [](const std::string& warning) { throw Error(warning); }),
        trainer(
            Trainer::Create(settings.network, ConfigOf(settings), settings.seed, settings.ranks)),
        batch(FirstBatch(settings)) {}
  SampleBatch FirstBatch(const BenchSettings& settings) {
    window.Refresh();
    const TrainConfig& config = trainer.config();
    const int share = config.batch / CountRanks(settings.ranks);
    const int begin = NumberOf(settings.ranks) * share;
    return MakeBatch(window, config.samples, settings.network.canvas, config.batch, settings.seed,
                     0, {begin, begin + share});
  }
  static TrainConfig ConfigOf(const BenchSettings& settings) {
    TrainConfig config = settings.train;
    config.device = settings.device;
    return config;
  }

  TemporaryFolder folder;
  ReplayWindow window;
  Trainer trainer;
  SampleBatch batch;
};

}  // namespace

WorkRate BareTrainingRate(const BenchSettings& settings) {
  TrainBench bench(settings);
  return BareRate(bench.batch, 8 * settings.seconds, &bench.trainer);
}

void BenchTrain(const BenchSettings& settings, const FigureSink& sink) {
  constexpr int kRounds = 6;
  TrainBench bench(settings);
  Trainer& trainer = bench.trainer;
  const int ranks = CountRanks(settings.ranks);
  WorkRate trained, bare;
  double sums = 0;
  for (int round = 0; round < kRounds; ++round) {
    bare += BareRate(bench.batch, 4 * settings.seconds, &trainer);
    const double sums_start = trainer.seconds_in_sums();
    const auto start = std::chrono::steady_clock::now();
    trained += TrainRate(bench.window, 4 * settings.seconds, &trainer);
    sums += (trainer.seconds_in_sums() - sums_start) / SecondsSince(start) / kRounds;
  }
  bare.work *= ranks;
  for (WorkRate* rate : {&bare, &trained}) rate->processor_seconds *= ranks;  // if all take as much
  sink({.name = "train.samples",
        .value = FigureValue::Of(trained),
        .unit = "1/s",
        .detail = fmt::format("{}x{}, {} on {}, {} a step{}", settings.network.blocks,
                              settings.network.channels, trainer.precision(), trainer.device(),
                              trainer.config().batch,
                              ranks > 1 ? fmt::format(", {} ranks", ranks) : "")});
  sink({.name = "train.ratio",
        .value = FigureValue::Ratio(trained, bare, trainer.device()),
        .unit = "1"});
  if (ranks > 1) {
    const std::string fault = trainer.sums_fault();
    sink({.name = "train.sums",
          .value = {sums},
          .unit = "1",
          .detail = fault.empty() ? "" : "through the host's memory: " + fault});
  }
}

}  // namespace raichi
