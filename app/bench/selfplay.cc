#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "app/bench/network.h"
#include "nn/backend/network_evaluator.h"
#include "rules/files/rule_file.h"
#include "selfplay/play/pool.h"

namespace raichi {
namespace {

/// Endless self-play whose speed is measured in intervals.
class SelfPlayBench {
 public:
  SelfPlayBench(const BenchSettings& settings, const BenchModel& model, int batch)
      : settings_(settings),
        model_(model),
        team_(model.Team()),
        slots_((batch + team_ - 1) / team_),
        pool_(SetupOf(settings), model.workers(), slots_, 0) {}

  /// The rate of evaluations of all workers. Games continue from where the last call left them.
  WorkRate EvaluationRate(double seconds) {
    SelfPlayProgress progress;
    RateWindow window(seconds, model_.WarmUp(slots_));
    TeamEvaluators networks(model_.file(),
                            {.device = settings_.device,
                             .precision = settings_.precision,
                             .batch = slots_,
                             .threads = settings_.threads},
                            team_);
    const PoolHooks hooks{
        .new_evaluator = [&](int worker) { return networks.Open(worker); },
        .on_games = [](const std::vector<GameRecord>&) {},
        .should_stop = [&] { return window.Poll(progress.Snapshot().evaluations); },
    };
    const PoolPhase phase = {.games = std::numeric_limits<int64_t>::max(), .model = "bench"};
    pool_.Play(phase, hooks, {}, &progress);
    return window.rate();
  }

 private:
  /// Random openings of different lengths simulate games in different stages.
  static SelfPlaySetup SetupOf(const BenchSettings& settings) {
    SelfPlaySetup setup{.seed = settings.seed, .rules = {OpenRules("linnaeus")}};
    setup.config.opening_random_plies = 30;
    return setup;
  }

  const BenchSettings& settings_;
  const BenchModel& model_;
  int team_;   // workers that share a batch
  int slots_;  // games of a worker
  SelfPlayPool pool_;
};

/// The batch size at which self-play is fastest in a short measurement. A batch larger than the
/// network needs only displaces trees from the processor's caches.
int BestBatch(const BenchSettings& settings, const BenchModel& model) {
  const std::vector<int> batches = model.BatchSizes();
  if (batches.size() == 1) return batches.front();
  const auto rate = [&](int batch) {
    return SelfPlayBench(settings, model, batch).EvaluationRate(2 * settings.seconds).per_second();
  };
  std::vector<double> rates(batches.size());
  std::transform(batches.begin(), batches.end(), rates.begin(), rate);
  return batches[static_cast<size_t>(std::max_element(rates.begin(), rates.end()) - rates.begin())];
}

}  // namespace

/// The bare network and self-play take turns, so that changes in the machine's speed affect both.
void BenchSelfPlay(const BenchSettings& settings, const FigureSink& sink) {
  constexpr int kRounds = 5;
  const BenchModel model(settings);
  BareBench bare(model, settings.seconds);
  const int batch = BestBatch(settings, model);
  SelfPlayBench selfplay(settings, model, batch);
  WorkRate played;
  for (int round = 0; round < kRounds; ++round) {
    bare.Measure(2 * settings.seconds);
    played += selfplay.EvaluationRate(3 * settings.seconds);
  }
  sink({.name = "selfplay.evaluations",
        .value = FigureValue::Of(played),
        .unit = "1/s",
        .detail = fmt::format("{}{}", model.Describe(batch),
                              model.Team() > 1 ? fmt::format(", teams of {}", model.Team()) : "")});
  sink({.name = "selfplay.ratio",
        .value = FigureValue::Ratio(played, bare.rate(), model.device()),
        .unit = "1",
        .detail = fmt::format("of the bare network's {:.0f}, {} a batch", bare.rate().per_second(),
                              bare.Batch())});
}

}  // namespace raichi
