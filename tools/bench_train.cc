#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

#include "mcts/fake_evaluator.h"
#include "nn/samples.h"
#include "nn/trainer.h"
#include "nn/window.h"
#include "rules/error.h"
#include "rules/rule_file.h"
#include "selfplay/runner.h"
#include "tools/bench_network.h"

namespace raichi {
namespace {

/// Games to train on, played with made-up evaluations.
void PlayGames(const std::filesystem::path& folder, uint64_t seed) {
  std::filesystem::create_directories(folder);
  SelfPlayRun run{.setup = {.seed = seed, .rules = {OpenRules("linnaeus")}},
                  .folder = folder,
                  .num_games = 64,
                  .games_per_shard = 64,
                  .workers = 1,
                  .slots = 16};
  run.setup.config.full_search_fraction = 1;
  run.setup.config.max_plies = 100;
  SelfPlayProgress progress;
  RunSelfPlay(run,
              {.new_evaluator = [seed](int) { return std::make_unique<FakeEvaluator>(seed); },
               .model = [] { return "bench"; }},
              {}, &progress);
}

/// Samples per second of `Train`, from the second step on.
double TrainRate(const ReplayWindow& window, double seconds, Trainer* trainer) {
  RateWindow rate(seconds, 0);
  uint64_t samples = 0;
  trainer->Train(window, std::numeric_limits<int>::max(), [&](const TrainStats&) {
    samples += static_cast<uint64_t>(trainer->config().batch);
    return !rate.Poll(samples);
  });
  return rate.rate();
}

/// The same of nothing but steps on one batch.
double StepRate(const SampleBatch& batch, double seconds, Trainer* trainer) {
  return Rate(seconds, [&] {
    trainer->Step(batch);
    return batch.size();
  });
}

}  // namespace

void BenchTrain(const BenchSettings& settings, const ReportFigure& report) {
  constexpr int kRounds = 3;
  const TemporaryFolder folder;
  PlayGames(folder.path() / "games", settings.seed);
  ReplayWindow window(folder.path() / "games", {},
                      [](const std::string& warning) { throw Error(warning); });
  window.Refresh();
  TrainConfig config;
  config.device = settings.device;
  const NetworkConfig network = ParseNetworkSize(settings.network);
  Trainer trainer = Trainer::Create(network, config, settings.seed);
  const SampleBatch batch =
      MakeBatch(window, config.samples, network.canvas, config.batch, settings.seed, 0);
  double trained = 0, bare = 0;
  for (int round = 0; round < kRounds; ++round) {
    bare += StepRate(batch, 8 * settings.seconds, &trainer) / kRounds;
    trained += TrainRate(window, 8 * settings.seconds, &trainer) / kRounds;
  }
  report({.name = "train.samples",
          .value = trained,
          .unit = "1/s",
          .detail = settings.network + ", " + trainer.precision() + " on " + trainer.device() +
                    ", " + std::to_string(config.batch) + " a step"});
  report({.name = "train.ratio", .value = trained / bare, .unit = "1"});
}

}  // namespace raichi
