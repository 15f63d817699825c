#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "app/bench/network.h"
#include "nn/backend/devices.h"
#include "nn/backend/network_evaluator.h"
#include "rules/files/rule_file.h"
#include "selfplay/play/pool.h"

namespace raichi {
namespace {

/// Self-play without end, measured in stretches.
class SelfPlayBench {
 public:
  SelfPlayBench(const BenchSettings& settings, const BenchModel& model, int batch)
      : settings_(settings),
        model_(model),
        batch_(batch),
        pool_(SetupOf(settings), model.workers(), batch, 0) {}

  /// Evaluations per second of all workers; games go on where the last call left them.
  double EvaluationRate(double seconds) {
    SelfPlayProgress progress;
    RateWindow window(seconds, model_.WarmUp(batch_));
    const PoolHooks hooks{
        .new_evaluator = [this](int worker) { return NewEvaluator(worker); },
        .on_games = [](const std::vector<GameRecord>&) {},
        .should_stop = [&] { return window.Poll(progress.Snapshot().evaluations); },
    };
    const PoolPhase phase = {.games = std::numeric_limits<int64_t>::max(), .model = "bench"};
    pool_.Play(phase, hooks, {}, &progress);
    return window.rate();
  }

 private:
  /// Random openings of different lengths stand for games in different states.
  static SelfPlaySetup SetupOf(const BenchSettings& settings) {
    SelfPlaySetup setup{.seed = settings.seed, .rules = {OpenRules("linnaeus")}};
    setup.config.opening_random_plies = 30;
    return setup;
  }
  std::unique_ptr<Evaluator> NewEvaluator(int worker) const {
    return OpenNetworkEvaluator(model_.file(), {.device = DeviceOfWorker(settings_.device, worker),
                                                .precision = settings_.precision,
                                                .batch = batch_,
                                                .threads = settings_.threads});
  }

  const BenchSettings& settings_;
  const BenchModel& model_;
  int batch_;
  SelfPlayPool pool_;
};

/// The batch at which self-play seems the fastest: a larger one than the network needs only pushes
/// trees out of the processor's caches.
int BestBatch(const BenchSettings& settings, const BenchModel& model) {
  const std::vector<int> batches = model.BatchSizes();
  if (batches.size() == 1) return batches.front();
  const auto rate = [&](int batch) {
    return SelfPlayBench(settings, model, batch).EvaluationRate(2 * settings.seconds);
  };
  std::vector<double> rates(batches.size());
  std::transform(batches.begin(), batches.end(), rates.begin(), rate);
  return batches[static_cast<size_t>(std::max_element(rates.begin(), rates.end()) - rates.begin())];
}

}  // namespace

/// Bare network and self-play take turns, so that a machine whose speed changes is fair to both.
void BenchSelfPlay(const BenchSettings& settings, const ReportFigure& report) {
  constexpr int kRounds = 5;
  const BenchModel model(settings);
  BareBench bare(model, settings.seconds);
  const int batch = BestBatch(settings, model);
  SelfPlayBench selfplay(settings, model, batch);
  double played = 0;
  for (int round = 0; round < kRounds; ++round) {
    bare.Measure(2 * settings.seconds);
    played += selfplay.EvaluationRate(3 * settings.seconds) / kRounds;
  }
  report({.name = "selfplay.evaluations",
          .value = played,
          .unit = "1/s",
          .detail = model.Describe(batch)});
  report({.name = "selfplay.ratio",
          .value = played / bare.Rate(),
          .unit = "1",
          .detail =
              fmt::format("of the bare network's {:.0f}, {} a batch", bare.Rate(), bare.Batch())});
}

}  // namespace raichi
