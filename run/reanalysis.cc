#include "run/reanalysis.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/random_streams.h"
#include "base/seconds_since.h"
#include "base/shuffle.h"
#include "run/config/workers.h"
#include "run/files/shard_name.h"
#include "run/stream/stream_evaluators.h"
#include "selfplay/play/reanalysis.h"
#include "selfplay/play/worker.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_versions.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Returns what `add` makes of the games of a shard, or of none if it is damaged or gone. Training
/// says so.
template <typename Sum>
Sum SumOfGames(const fs::path& shard, void (*add)(GameRecord&&, Sum*)) {
  try {
    return ReadPatiently(Patience(), [&] {
      Sum sum{};
      ForEachGame(shard, [&](GameRecord&& game) { add(std::move(game), &sum); });
      return sum;
    });
  } catch (const DamagedError&) {
  } catch (const ReadError& error) {
    if (error.code() != ENOENT) throw;
  }
  return {};
}

int64_t CountTargets(const GameRecord& game) {
  return std::ranges::count_if(game.turns, &TurnRecord::full_search);
}

/// The searches of a shard.
struct Searches {
  int64_t full = 0, fast = 0;
};
void AddSearches(GameRecord&& game, Searches* sum) {
  const auto is_fast = [](const TurnRecord& t) { return !t.full_search && !t.visits.empty(); };
  sum->full += CountTargets(game);
  sum->fast += std::ranges::count_if(game.turns, is_fast);
}

using Games = std::vector<GameRecord>;
void AddGame(GameRecord&& game, Games* games) { games->push_back(std::move(game)); }

}  // namespace

/// Returns how many positions are to be searched, such that they have their share of the visits of
/// the iteration.
double RunReanalysis::PositionsFor(int model) const {
  const SelfPlayConfig& selfplay = config_.selfplay;
  double visits = 0;
  for (const fs::path& shard : RunShards(folder_.games()).Of(model)) {
    const auto [full, fast] = SumOfGames<Searches>(shard, AddSearches);
    visits += static_cast<double>(full) * selfplay.full_visits +
              static_cast<double>(fast) * selfplay.fast_visits;
  }
  const double share = config_.loop.reanalyse;
  return share / (1 - share) * visits / selfplay.full_visits;
}

/// Draws shards of the window without replacement. Draws the last one with the probability that
/// gives the right number of positions on average.
std::vector<RunReanalysis::DrawnShard> RunReanalysis::Draw(int model,
                                                           const WindowState& window) const {
  std::vector<std::string> names;
  for (const std::string& file : window.shards) {
    const auto name = ShardName::Parse(file);
    if (name && name->model < model) names.push_back(file);
  }
  Rng rng = StreamOf(config_.seed, RandomDomain::kReanalysis, static_cast<uint64_t>(model));
  Shuffle(&names, &rng);
  const double last = rng.Uniform();
  double left = names.empty() ? 0 : PositionsFor(model);
  std::vector<DrawnShard> drawn;
  const RunShards shards(folder_.games());
  for (const std::string& name : names) {
    DrawnShard shard{.name = name, .games = SumOfGames<Games>(shards.Find(name), AddGame)};
    for (const GameRecord& game : shard.games) shard.positions += CountTargets(game);
    if (shard.positions == 0) continue;
    const auto positions = static_cast<double>(shard.positions);
    if (left < positions && last * positions >= left) break;
    left -= positions;
    drawn.push_back(std::move(shard));
  }
  return drawn;
}

ReanalysisSummary RunReanalysis::Run(int model, const WindowState& window,
                                     const std::stop_token& stop, const Tick& tick) const {
  ReanalysisSummary summary;
  if (config_.loop.reanalyse == 0) return summary;
  const auto start = std::chrono::steady_clock::now();
  std::vector<DrawnShard> drawn = Draw(model, window);
  std::erase_if(drawn, [&](const DrawnShard& shard) {
    return Exists(VersionPath(folder_.reanalysed(), model, shard.name));
  });
  if (drawn.empty()) return summary;
  CreateFolders(folder_.Reanalysed(model));
  summary.planned = static_cast<int>(drawn.size());

  const SelfPlaySetup setup = SelfPlaySetupOf(config_);
  ReanalysisJob job{.search = setup.config.search,
                    .budget = {.visits = setup.config.full_visits, .noise = setup.config.noise},
                    .record_surprise = setup.record_surprise,
                    .seed = Mix64(config_.seed) ^ static_cast<uint64_t>(model),
                    .shards = {},
                    .workers = CountWorkers(config_.workers),
                    .slots = Worker::BatchOf(config_.workers.slots)};
  for (DrawnShard& shard : drawn) job.shards.push_back(std::move(shard.games));
  std::atomic<uint64_t> evaluations = 0;
  const auto measure = [&] {
    summary.evaluations = evaluations;
    summary.seconds = SecondsSince(start);
  };
  const auto networks = WorkersNetworks(folder_.Model(model), config_.workers);
  const ReanalysisHooks hooks = {
      .new_evaluator =
          [&](int worker) { return CountAndCache(networks->Open(worker), &evaluations, nullptr); },
      .on_shard =
          [&](size_t shard, const std::vector<GameRecord>& games) {
            WriteShard(VersionPath(folder_.reanalysed(), model, drawn[shard].name), games);
            ++summary.shards;
            summary.positions += drawn[shard].positions;
          },
      .should_stop =
          [&] {
            measure();
            return tick(summary);
          }};
  Reanalyse(std::move(job), hooks, stop);
  measure();
  return summary;
}

}  // namespace raichi
