#include "selfplay/play/runner.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "selfplay/play/crew.h"
#include "selfplay/play/shard_queue.h"
#include "selfplay/play/worker.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/temporary.h"

namespace raichi {
namespace {

using Lock = std::unique_lock<std::mutex>;

/// State of one call of RunSelfPlay.
class SelfPlaySession {
 public:
  SelfPlaySession(const SelfPlayRun& run, const SelfPlayHooks& hooks, const std::stop_token& stop,
                  SelfPlayProgress* progress)
      : run_(run), hooks_(hooks), stop_(stop), progress_(progress), queue_(FindWork()) {}

  SelfPlayOutcome Run() {
    if (!queue_.IsDone()) {
      crew_.Run(
          run_.workers, [this](int worker, const std::stop_token& stop) { Play(worker, stop); },
          [this] { return Attend(); });
    }
    while (const std::optional<std::vector<GameRecord>> games = TakeWhole()) Write(*games);
    outcome_.complete = queue_.IsDone();
    for (const auto& games : queue_.TakeUnfinished()) Write(games);
    return outcome_;
  }

 private:
  std::vector<IdRange> FindWork() {
    const IdRange wanted{run_.first_game, run_.first_game + run_.num_games - 1};
    RemoveDeadTemporaries(run_.folder);
    const FolderContents contents = ScanFolder(run_.folder, wanted, DamagedShards::kSetAside);
    for (const std::string& line : contents.damaged) spdlog::warn("set aside: {}", line);
    for (const uint64_t seed : contents.seeds) {
      if (seed != run_.setup.seed) throw Error(WrongSeed(seed));
    }
    std::vector<IdRange> missing =
        MissingShards(wanted, contents.ranges, static_cast<uint64_t>(run_.games_per_shard));
    outcome_.games_found = run_.num_games;
    for (const IdRange& ids : missing) outcome_.games_found -= ids.size();
    return missing;
  }

  std::string WrongSeed(uint64_t seed) const {
    return run_.folder.string() + ": holds games of seed " + std::to_string(seed) + ", not " +
           std::to_string(run_.setup.seed) + "; continue with that seed or choose another folder";
  }

  void Play(int number, const std::stop_token& stop) {
    const std::unique_ptr<Evaluator> evaluator = hooks_.new_evaluator(number);
    Worker worker(&run_.setup, run_.slots, evaluator.get(), progress_);
    const auto next_game = [&] { return stop.stop_requested() ? std::nullopt : NextGame(); };
    const auto game_over = [this](FinishedGame game) { Collect(std::move(game)); };
    while (!stop.stop_requested() && worker.Step(next_game, game_over)) {
    }
  }

  std::optional<GameTicket> NextGame() {
    const Lock lock(crew_.mutex());
    const std::optional<uint64_t> id = queue_.NextGame();
    if (!id) return std::nullopt;
    return GameTicket{.id = *id, .model = hooks_.model ? hooks_.model() : ""};
  }

  void Collect(FinishedGame game) {
    progress_->AddGame(game);
    const Lock lock(crew_.mutex());
    std::vector<GameRecord> shard = queue_.Add(std::move(game.record));
    if (shard.empty()) return;
    whole_.push_back(std::move(shard));
    crew_.Notify();
  }

  /// Writes the shards that are complete now and no others. If workers outpace the disk, the caller
  /// thus still gets to look after them, one of which may have failed. Returns false, without
  /// writing the rest, if the run is to stop.
  bool Attend() {
    for (size_t left = CountWhole();; --left) {
      if (stop_.stop_requested() || (hooks_.should_stop && hooks_.should_stop())) return false;
      if (left == 0) return true;
      Write(*TakeWhole());
    }
  }

  size_t CountWhole() {
    const Lock lock(crew_.mutex());
    return whole_.size();
  }

  std::optional<std::vector<GameRecord>> TakeWhole() {
    const Lock lock(crew_.mutex());
    if (whole_.empty()) return std::nullopt;
    std::optional<std::vector<GameRecord>> games = std::move(whole_.front());
    whole_.pop_front();
    return games;
  }

  void Write(const std::vector<GameRecord>& games) {
    const std::filesystem::path path = ShardPath(run_.folder, games.front().game_id);
    WriteShard(path, games);
    outcome_.games_written += games.size();
    ++outcome_.shards_written;
    if (hooks_.on_shard) hooks_.on_shard(path, games);
  }

  const SelfPlayRun& run_;
  const SelfPlayHooks& hooks_;
  const std::stop_token stop_;
  SelfPlayProgress* const progress_;
  SelfPlayOutcome outcome_;
  Crew crew_;
  ShardQueue queue_;                           // Guarded by the crew's mutex.
  std::deque<std::vector<GameRecord>> whole_;  // Likewise; shards to be written.
};

}  // namespace

SelfPlayOutcome RunSelfPlay(const SelfPlayRun& run, const SelfPlayHooks& hooks,
                            const std::stop_token& stop, SelfPlayProgress* progress) {
  CheckConfig(run.setup.config);
  if (run.setup.rules.empty()) throw UsageError("self-play: expected a rule set");
  if (run.workers < 1 || run.slots < 1 || run.games_per_shard < 1) {
    throw UsageError("self-play: workers, slots and games_per_shard: expected at least 1");
  }
  if (run.num_games == 0) return {.complete = true};
  return SelfPlaySession(run, hooks, stop, progress).Run();
}

}  // namespace raichi
