#include "run/selfplay.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/random_streams.h"
#include "console/output.h"
#include "mcts/evaluators/cached_evaluator.h"
#include "nn/backend/devices.h"
#include "nn/backend/network_evaluator.h"
#include "run/files/set_aside.h"
#include "run/files/shard_name.h"
#include "run/workers.h"
#include "selfplay/play/counted_evaluator.h"
#include "selfplay/records/newest_games.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/temporary.h"

namespace raichi {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Streams count their games apart.
constexpr int kStreamBits = 40;

/// Removes the files that this stream, and any dead process of this machine, left half-written.
void RemoveTemporaries(const RunFolder& folder, int stream) {
  RemoveDeadTemporaries(folder.games());
  for (const auto& entry : std::filesystem::directory_iterator(folder.games())) {
    const auto name = ShardName::Parse(entry.path().stem());
    if (entry.path().extension() == ".tmp" && name && name->stream == stream) {
      std::filesystem::remove(entry.path());
    }
  }
}

/// The first game id that no shard of the stream has used. Damaged shards are set aside.
uint64_t FirstFreeGame(const RunFolder& folder, int stream) {
  RemoveTemporaries(folder, stream);
  uint64_t first = static_cast<uint64_t>(stream) << kStreamBits;
  for (const auto& path : ShardsIn(folder.games())) {
    const auto name = ShardName::Parse(path.filename());
    if (!name || name->stream != stream) continue;
    uint64_t last = 0;
    if (!ReadOrSetAside(path, [&] { last = ShardReader(path).last_id(); })) continue;
    first = std::max(first, last + 1);
  }
  return first;
}

/// How many of a run's newest games self-play goes by; of those for the handicap, which each rule
/// set has for itself, not all count.
size_t GamesToKnow(const SelfPlayConfig& config, size_t num_rules) {
  constexpr size_t kGamesForOne = 4;
  size_t window = 0, capacity = 0;
  if (config.handicap.max_factor > 1) {
    window = kGamesForOne * num_rules * static_cast<size_t>(config.handicap.window);
  }
  if (config.restarts.fraction > 0) capacity = static_cast<size_t>(config.restarts.capacity);
  return std::max(window, capacity);
}

/// An evaluator that keeps the one it decorates.
class OwningCachedEvaluator : public Evaluator {
 public:
  OwningCachedEvaluator(std::unique_ptr<Evaluator> next, EvaluationCache* cache)
      : next_(std::move(next)), cached_(next_.get(), cache) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    cached_.Evaluate(leaves, out);
  }
  bool Recall(const LeafRequest& leaf, Evaluation* out) override {
    return cached_.Recall(leaf, out);
  }

 private:
  std::unique_ptr<Evaluator> next_;
  CachedEvaluator cached_;
};

std::array<float, 2> MeanOf(const std::vector<std::array<float, 2>>& factors) {
  std::array<float, 2> mean = {0, 0};
  for (const auto& sides : factors) {
    for (size_t i = 0; i < 2; ++i) mean[i] += sides[i] / static_cast<float>(factors.size());
  }
  return mean;
}

/// Games that are over and not yet in a shard.
class Waiting {
 public:
  void Add(std::vector<GameRecord> games) {
    if (games_.empty()) since_ = Clock::now();
    for (GameRecord& game : games) games_.push_back(std::move(game));
  }
  bool IsDue(int games_per_shard) const {
    constexpr double kMostSeconds = 10;
    return !games_.empty() && (static_cast<int>(games_.size()) >= games_per_shard ||
                               SecondsSince(since_) > kMostSeconds);
  }
  bool empty() const { return games_.empty(); }
  std::vector<GameRecord> Take() { return std::exchange(games_, {}); }

 private:
  std::vector<GameRecord> games_;
  Clock::time_point since_;
};

}  // namespace

RunSelfPlayer::RunSelfPlayer(const RunConfig& config, const RunFolder& folder, int stream)
    : config_(config),
      folder_(folder),
      stream_(stream),
      lock_(folder.path(), fmt::format("selfplay-{:02}", stream),
            fmt::format("another process plays stream {} of this run; choose another --stream",
                        stream)),
      workers_(CountWorkers(config.workers)),
      pool_({.config = config.selfplay, .seed = config.seed, .rules = OpenRulesOf(config)},
            workers_, config.workers.slots, FirstFreeGame(folder, stream)) {
  pool_.Remember(NewestGames(folder.games(), OpenRulesOf(config),
                             GamesToKnow(config.selfplay, config.rules.size())));
}

RunSelfPlayer::Present RunSelfPlayer::FindPresent(int model) const {
  Present present;
  for (const auto& path : ShardsIn(folder_.games())) {
    const auto name = ShardName::Parse(path.filename());
    if (!name || name->stream != stream_ || name->model != model) continue;
    present.games += static_cast<int64_t>(ShardReader(path).size());
    present.next_number = std::max(present.next_number, name->number + 1);
  }
  return present;
}

/// Everything but the number of games. What changes with a run's progress goes by the games that
/// its earlier models should have played, which every process of the run knows.
PoolPhase RunSelfPlayer::PhaseOf(int model, std::optional<int> past_model) const {
  PoolPhase phase;
  phase.model = RunFolder::Numbered(model);
  if (past_model) phase.past_model = RunFolder::Numbered(*past_model);
  phase.games_so_far = int64_t{model} * config_.loop.games_per_iteration;
  return phase;
}

std::optional<int> RunSelfPlayer::PastModelFor(int model) const {
  std::vector<int> models = folder_.Models();
  for (;;) {
    Rng rng = StreamOf(config_.seed, RandomDomain::kPastModel, static_cast<uint64_t>(model));
    const auto drawn = DrawPastModel(config_.selfplay.past_models, models, model, &rng);
    if (!drawn || folder_.HasModel(*drawn)) return drawn;
    PrintWarning(folder_.Model(*drawn).string() + ": cannot be read; nothing is played against it");
    std::erase(models, *drawn);
  }
}

std::unique_ptr<Evaluator> RunSelfPlayer::NewEvaluator(int worker, int model,
                                                       EvaluationCache* cache,
                                                       std::atomic<uint64_t>* evaluations,
                                                       NetworkEvaluatorReport* report) const {
  auto network = OpenNetworkEvaluator(folder_.Model(model),
                                      {.device = DeviceOfWorker(config_.workers.device, worker),
                                       .precision = config_.workers.precision,
                                       .batch = config_.workers.slots,
                                       .threads = 1},
                                      report);
  auto evaluator = std::make_unique<CountedEvaluator>(std::move(network), evaluations);
  if (cache == nullptr) return evaluator;
  return std::make_unique<OwningCachedEvaluator>(std::move(evaluator), cache);
}

void RunSelfPlayer::WriteGames(std::vector<GameRecord> games, ShardName name) const {
  std::sort(games.begin(), games.end(),
            [](const GameRecord& a, const GameRecord& b) { return a.game_id < b.game_id; });
  WriteShard(folder_.games() / name.ToString(), games);
}

SelfPlayReport RunSelfPlayer::Play(int model, int64_t games, const std::stop_token& stop,
                                   const Tick& tick) {
  const int64_t present = FindPresent(model).games;
  return present >= games ? SelfPlayReport{} : PlayMore(model, games - present, stop, tick);
}

SelfPlayReport RunSelfPlayer::PlayMore(int model, int64_t games, const std::stop_token& stop,
                                       const Tick& tick) {
  SelfPlayReport report;
  std::optional<EvaluationCache> cache;
  if (config_.workers.cache != "off" && config_.workers.cache_mib > 0) {
    const bool is_symmetric = config_.workers.cache == "symmetric";
    cache.emplace(CacheConfig{.bytes = static_cast<size_t>(config_.workers.cache_mib) << 20,
                              .mode = is_symmetric ? CacheMode::kSymmetric : CacheMode::kExact,
                              .history = config_.workers.cache_last_moves});
  }
  SelfPlayProgress progress;
  std::atomic<uint64_t> evaluations = 0;
  Waiting waiting;
  ShardName name{model, stream_, FindPresent(model).next_number};
  const Clock::time_point start = Clock::now();
  const auto write = [&] {
    WriteGames(waiting.Take(), name);
    ++name.number;
  };
  const auto measure = [&] {
    report.stats = progress.Snapshot();
    report.stats.evaluations = evaluations;  // by a network, without those that the cache saved
    if (cache) report.cache = cache->counts();
    report.seconds = SecondsSince(start);
  };
  const std::optional<int> past_model = PastModelFor(model);
  const PoolHooks hooks = {
      .new_evaluator =
          [&](int worker) {
            return NewEvaluator(worker, model, cache ? &*cache : nullptr, &evaluations,
                                worker == 0 ? &report.network : nullptr);
          },
      .new_past_evaluator =
          [&](int worker) {
            return NewEvaluator(worker, *past_model, nullptr, &evaluations, nullptr);
          },
      .on_games = [&](std::vector<GameRecord> news) { waiting.Add(std::move(news)); },
      .should_stop =
          [&] {
            if (waiting.IsDue(config_.loop.games_per_shard)) write();
            measure();
            return tick(report);
          },
  };
  PoolPhase phase = PhaseOf(model, past_model);
  phase.games = static_cast<uint64_t>(games);
  pool_.Play(phase, hooks, stop, &progress);
  if (!waiting.empty()) write();
  measure();
  report.visit_factors = MeanOf(pool_.visit_factors());
  return report;
}

}  // namespace raichi
