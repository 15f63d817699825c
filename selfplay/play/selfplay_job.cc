#include "selfplay/play/selfplay_job.h"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/output_file.h"
#include "base/threads.h"
#include "rules/files/rule_file.h"
#include "selfplay/play/game_start.h"
#include "selfplay/play/worker.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

ShardQueue::ShardQueue(const std::vector<IdRange>& shards) {
  for (const IdRange& ids : shards) {
    RAICHI_CHECK(shards_.empty() || shards_.back().ids.last < ids.first);
    missing_ += ids.size();
    shards_.push_back({.ids = ids, .games = {}, .collected = 0});
  }
  if (!shards_.empty()) next_id_ = shards_.front().ids.first;
}

std::optional<uint64_t> ShardQueue::NextGame() {
  if (next_shard_ == shards_.size()) return std::nullopt;
  const uint64_t id = next_id_++;
  if (id == shards_[next_shard_].ids.last && ++next_shard_ < shards_.size()) {
    next_id_ = shards_[next_shard_].ids.first;
  }
  return id;
}

ShardQueue::Shard& ShardQueue::ShardOf(uint64_t id) {
  const auto after = [](uint64_t game, const Shard& shard) { return game < shard.ids.first; };
  const auto next = std::upper_bound(shards_.begin(), shards_.end(), id, after);
  RAICHI_CHECK(next != shards_.begin() && id <= std::prev(next)->ids.last);
  return *std::prev(next);
}

std::vector<GameRecord> ShardQueue::Add(GameRecord game) {
  Shard& shard = ShardOf(game.game_id);
  shard.games.resize(shard.ids.size());
  std::optional<GameRecord>& place = shard.games[game.game_id - shard.ids.first];
  RAICHI_CHECK(!place.has_value());
  place = std::move(game);
  --missing_;
  if (++shard.collected < shard.ids.size()) return {};

  std::vector<GameRecord> whole;
  for (std::optional<GameRecord>& record : std::exchange(shard.games, {})) {
    whole.push_back(*std::move(record));
  }
  return whole;
}

std::vector<std::vector<GameRecord>> ShardQueue::TakeUnfinished() {
  std::vector<std::vector<GameRecord>> parts;
  for (Shard& shard : shards_) {
    bool joined = false;
    for (std::optional<GameRecord>& record : std::exchange(shard.games, {})) {
      if (record && !joined) parts.emplace_back();
      joined = record.has_value();
      if (record) parts.back().push_back(*std::move(record));
    }
  }
  return parts;
}

namespace {

using Lock = std::unique_lock<std::mutex>;

/// State of one call of PlayJob.
class JobSession {
 public:
  JobSession(const SelfPlayJob& job, const SelfPlayHooks& hooks, const std::stop_token& stop,
             SelfPlayProgress* progress)
      : job_(job), hooks_(hooks), stop_(stop), progress_(progress), queue_(FindWork()) {}

  JobOutcome Run() {
    if (hooks_.on_missing) hooks_.on_missing(job_.num_games - outcome_.games_found);
    if (!queue_.IsDone()) {
      crew_.Run(
          job_.workers, [this](int worker, const std::stop_token& stop) { Play(worker, stop); },
          [this] { return Attend(); });
    }
    while (const std::optional<std::vector<GameRecord>> games = TakeWhole()) Write(*games);
    outcome_.complete = queue_.IsDone();
    for (const auto& games : queue_.TakeUnfinished()) Write(games);
    return outcome_;
  }

 private:
  std::vector<IdRange> FindWork() {
    const IdRange wanted{job_.first_game, job_.first_game + job_.num_games - 1};
    RemoveDeadTemporaries(job_.folder);
    const FolderContents contents = ScanFolder(job_.folder, wanted, DamagedShards::kRename);
    for (const std::string& line : contents.damaged) spdlog::warn("set aside: {}", line);
    CheckThatTheyBelong(contents.first_games);
    std::vector<IdRange> missing =
        MissingShards(wanted, contents.ranges, static_cast<uint64_t>(job_.games_per_shard));
    outcome_.games_found = job_.num_games;
    for (const IdRange& ids : missing) outcome_.games_found -= ids.size();
    return missing;
  }

  /// Throws Error if one of the games is not as this job would have played it.
  void CheckThatTheyBelong(std::span<const GameRecord> games) const {
    const std::string model = ModelNow();
    RulesOfRecords rules_of;
    for (const GameRecord& game : games) {
      if (game.run_seed != job_.setup.seed) {
        Refuse("seed", std::to_string(game.run_seed), std::to_string(job_.setup.seed));
      }
      if (game.attackers != model) Refuse("model", game.attackers, model);
      const Rules& found = *rules_of.Of(game, job_.folder.string());
      const Rules& wanted = *RulesOfGame(job_.setup, game.game_id);
      if (found.fingerprint() != wanted.fingerprint()) {
        Refuse("rules", NameWithFingerprint(found), NameWithFingerprint(wanted));
      }
    }
  }

  [[noreturn]] void Refuse(const std::string& what, const std::string& found,
                           const std::string& wanted) const {
    throw Error(
        fmt::format("{}: holds games of {} {}, not {}; continue with the same {} or choose "
                    "another folder",
                    job_.folder.string(), what, found, wanted, what));
  }

  std::string ModelNow() const { return hooks_.model ? hooks_.model() : ""; }

  void Play(int number, const std::stop_token& stop) {
    const std::unique_ptr<Evaluator> evaluator = hooks_.new_evaluator(number);
    Worker worker(&job_.setup, job_.slots, evaluator.get(), progress_);
    const auto next_game = [&] { return stop.stop_requested() ? std::nullopt : NextGame(); };
    const auto game_over = [this](FinishedGame game) { Collect(std::move(game)); };
    while (!stop.stop_requested() && worker.Step(next_game, game_over)) {
    }
  }

  std::optional<GameTicket> NextGame() {
    const Lock lock(crew_.mutex());
    const std::optional<uint64_t> id = queue_.NextGame();
    if (!id) return std::nullopt;
    return GameTicket{.id = *id, .model = ModelNow()};
  }

  void Collect(FinishedGame game) {
    progress_->AddGame(game);
    const Lock lock(crew_.mutex());
    std::vector<GameRecord> shard = queue_.Add(std::move(game.record));
    if (shard.empty()) return;
    whole_.push_back(std::move(shard));
    crew_.Notify();
  }

  /// Writes the shards that are complete now and no others. Shards that are completed meanwhile
  /// wait for the next call, so that the caller can check the workers for failures even if they
  /// produce games faster than the disk writes them. Returns false, without writing the rest, if
  /// the job is to stop.
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
    const std::filesystem::path path = ShardPath(job_.folder, games.front().game_id);
    WriteShard(path, games);
    outcome_.games_written += games.size();
    ++outcome_.shards_written;
    if (hooks_.on_shard) hooks_.on_shard(path, games);
  }

  const SelfPlayJob& job_;
  const SelfPlayHooks& hooks_;
  const std::stop_token stop_;
  SelfPlayProgress* const progress_;
  JobOutcome outcome_;
  Crew crew_;
  ShardQueue queue_;                           // Guarded by the crew's mutex.
  std::deque<std::vector<GameRecord>> whole_;  // Likewise; shards to be written.
};

}  // namespace

JobOutcome PlayJob(const SelfPlayJob& job, const SelfPlayHooks& hooks, const std::stop_token& stop,
                   SelfPlayProgress* progress) {
  CheckConfig(job.setup.config);
  if (job.setup.rules.empty()) throw UsageError("self-play: expected a rule set");
  if (job.workers < 1 || job.slots < 1 || job.games_per_shard < 1) {
    throw UsageError("self-play: workers, slots and games_per_shard: expected at least 1");
  }
  if (job.num_games == 0) return {.complete = true};
  return JobSession(job, hooks, stop, progress).Run();
}

}  // namespace raichi
