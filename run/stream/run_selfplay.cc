#include "run/stream/run_selfplay.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>

#include "base/error.h"
#include "base/files/files.h"
#include "base/text.h"
#include "console/output.h"
#include "run/files/state.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

bool Backlog::IsLongerThan(int64_t limit, int model, Time now) {
  if (model != model_) {
    const bool is_first = model_ < 0;
    model_ = model;
    begin_ = now;
    sizes_.clear();
    estimate_ = 0;
    next_look_ = is_first ? now : now + TimeUntil(limit);
  }
  if (now >= next_look_) {
    estimate_ = Estimate(model);
    const Seconds age = now - begin_;
    if (age >= Seconds(1)) speed_ = static_cast<double>(estimate_) / age.count();
    next_look_ = now + TimeUntil(limit - estimate_);
  }
  return estimate_ > limit;
}

/// Returns the time until the next look: until so many more games are played at the speed so far,
/// at least a second, and at most 20 to 40 seconds.
Backlog::Time::duration Backlog::TimeUntil(int64_t games) {
  const Seconds most = std::chrono::seconds(20) + std::chrono::milliseconds(rng_.Below(20'000));
  const bool is_known = games > 0 && speed_ > 0;
  const Seconds expected(is_known ? static_cast<double>(games) / speed_ : most.count());
  return std::chrono::duration_cast<Time::duration>(std::clamp(expected, Seconds(1), most));
}

int64_t Backlog::Estimate(int model) {
  try {
    const std::vector<std::filesystem::path> shards = ShardsIn(games_ / NumberedName(model));
    return std::llround(static_cast<double>(shards.size()) * MeanSize(shards));
  } catch (const ReadError&) {
    return 0;
  }
}

/// Returns the mean size of the shards whose headers it has read, after reading a few more, drawn
/// at random.
double Backlog::MeanSize(const std::vector<std::filesystem::path>& shards) {
  constexpr int kReadings = 8;
  for (int i = 0; i < kReadings && sizes_.size() < shards.size(); ++i) {
    const auto& shard = shards[rng_.Below(static_cast<uint32_t>(shards.size()))];
    if (sizes_.contains(shard.filename())) continue;
    try {
      sizes_[shard.filename()] = ReadShardHeader(shard).games;
    } catch (const Error&) {  // not readable yet, or damaged
    }
  }
  double sum = 0;
  for (const auto& [name, size] : sizes_) sum += static_cast<double>(size);
  return sizes_.empty() ? 0 : sum / static_cast<double>(sizes_.size());
}

namespace {

using Clock = std::chrono::steady_clock;

/// Waits for this time, or until a stop is requested.
void WaitFor(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

RunSelfPlay::RunSelfPlay(const RunConfig& config, const RunFolder& folder,
                         const RunSelfPlayOptions& options, Rng rng, Progress* progress)
    : config_(config),
      folder_(folder),
      options_(options),
      progress_(progress),
      heart_(folder.path(), "selfplay", options.stream.number),
      clock_(static_cast<double>(options.games)),
      newest_(folder.models(), Rng(rng())),
      backlog_(folder.games(), Rng(rng())) {}

/// Keeps the heartbeat; `phase` is the work of the present phase so far.
void RunSelfPlay::Beat(const std::string& state, const WorkTotals& phase) {
  WorkReport work = work_;
  work.state = state;
  work.totals = work.totals + phase;
  heart_.Tick(work);
}

void RunSelfPlay::Run(const std::stop_token& stop) {
  std::optional<int> model = WaitForModel(stop);
  if (!model) return;
  if (options_.on_first_model) options_.on_first_model(*model);
  SelfPlayStream stream(config_, folder_,
                        {.stream = options_.stream,
                         .keeps_games = true,
                         .pretended_network = options_.pretended_network});
  int64_t games = 0;
  while (!stop.stop_requested() && (options_.games == 0 || games < options_.games)) {
    if (IsRunFinished()) {
      progress_->Print(folder_.path().string() + ": the run is finished");
      break;
    }
    if (SeemsFinished()) {
      Beat("paused: the run is finished");
      WaitFor(std::min<std::chrono::milliseconds>(options_.patience, std::chrono::seconds(1)),
              stop);
      continue;
    }
    model = newest_.Look().value_or(*model);
    if (IsTooFarAhead(*model)) {
      WaitForTraining(*model, stop);
      continue;
    }
    const int64_t wanted = options_.games == 0 ? INT64_MAX / 2 : options_.games - games;
    const SelfPlaySummary summary = PlayWith(*model, wanted, &stream, stop);
    games += static_cast<int64_t>(summary.stats.games);
    if (!summary.trouble.empty()) WaitForDisk(&stream, stop);
  }
  LeaveUnfinished(&stream);
}

/// The games in progress are of use to other players unless the run is finished.
void RunSelfPlay::LeaveUnfinished(SelfPlayStream* stream) {
  if (SeemsFinished()) return;
  if (const size_t games = stream->LeaveUnfinished(); games > 0) {
    progress_->Print(Counted(games, "game") + " in progress left to other players");
  }
}

std::optional<int> RunSelfPlay::WaitForModel(const std::stop_token& stop) {
  const std::string path = folder_.path().string();
  for (bool is_first = true; !stop.stop_requested(); is_first = false) {
    if (const std::optional<int> model = newest_.Look()) return model;
    if (is_first) {
      progress_->Print(path +
                       ": waiting for the first model, which 'raichi train' or 'raichi run' makes");
    }
    progress_->Show(path + ": waiting for the first model");
    Beat(work_state::kWaitingForModel);
    WaitFor(newest_.Pause(), stop);
  }
  return std::nullopt;
}

bool RunSelfPlay::IsTooFarAhead(int model) {
  constexpr int kIterations = 2;
  return options_.games == 0 &&
         backlog_.IsLongerThan(kIterations * config_.loop.games_per_iteration, model, Clock::now());
}

void RunSelfPlay::WaitForTraining(int model, const std::stop_token& stop) {
  const std::string name = RunFolder::Numbered(model);
  progress_->Print(fmt::format(
      "{} paused: about {} games of this model wait for training, more than two iterations' worth",
      name, backlog_.games()));
  while (!stop.stop_requested() && !newest_.IsOtherThan(model, Clock::now()) &&
         IsTooFarAhead(model) && !SeemsFinished()) {
    progress_->Show(
        fmt::format("{} paused: about {} games wait for training", name, backlog_.games()));
    Beat("paused: unread games");
    WaitFor(std::chrono::seconds(1), stop);
  }
  if (!stop.stop_requested() && !SeemsFinished()) progress_->Print(name + " playing on");
}

/// Whether the run says that it is finished. Looks at its state now and then.
bool RunSelfPlay::SeemsFinished() {
  constexpr int kLooks = 4;  // during the patience
  if (options_.games > 0) return false;
  const Clock::time_point now = Clock::now();
  if (now >= next_look_) {
    next_look_ = now + options_.patience / kLooks;
    const FileStamp stamp = StampOf(folder_.path() / "state.json");
    const bool is_finished =
        stamp == state_stamp_ ? finished_since_.has_value() : LoadRunState(folder_.path()).finished;
    state_stamp_ = stamp;
    if (!is_finished)
      finished_since_.reset();
    else if (!finished_since_)
      finished_since_ = now;
  }
  return finished_since_.has_value();
}

/// Whether it has said so for a while, so that nobody is about to continue it.
bool RunSelfPlay::IsRunFinished() {
  return SeemsFinished() && Clock::now() - *finished_since_ >= options_.patience;
}

/// Tries to write the finished games until that succeeds, ever more rarely. At a stop it tries once
/// more.
void RunSelfPlay::WaitForDisk(SelfPlayStream* stream, const std::stop_token& stop) {
  constexpr std::chrono::seconds kLongest(60);
  FinishedGames& games = *stream->unwritten();
  std::string last;
  for (std::chrono::seconds wait(1);; wait = std::min(2 * wait, kLongest)) {
    const std::string trouble = games.trouble();
    if (trouble != last) {
      PrintWarning(
          fmt::format("{}; {} finished games are kept in memory, and playing pauses until "
                      "they can be written",
                      trouble, games.size()));
    }
    last = trouble;
    Beat(work_state::kWaitingForSpace);
    WaitFor(wait, stop);
    if (stop.stop_requested()) break;
    if (!games.TryWriteAll()) continue;
    progress_->Print("the games are written; playing on");
    return;
  }
  const size_t lost = games.size();
  try {
    games.WriteAll();
  } catch (const WriteError& error) {
    throw WriteError(fmt::format("{}; {} finished games are lost", error.what(), lost),
                     error.code());
  }
}

/// The time left for the games that were asked for, `games` of which the present phase has played;
/// empty if no number was asked for.
std::string RunSelfPlay::TimeLeft(uint64_t games) const {
  return options_.games == 0 ? "" : clock_.TimeLeft(static_cast<double>(games));
}

SelfPlaySummary RunSelfPlay::PlayWith(int model, int64_t games, SelfPlayStream* stream,
                                      const std::stop_token& stop) {
  const std::string name = RunFolder::Numbered(model);
  work_.model = model;
  const SelfPlaySummary summary =
      stream->PlayMore(model, games, stop, [&](const SelfPlaySummary& so_far) {
        Beat(work_state::kPlaying, so_far.totals());
        if (progress_->IsDue()) {
          progress_->Show(name + " " + DescribeStream(so_far) + TimeLeft(so_far.stats.games));
        }
        return newest_.IsOtherThan(model, Clock::now()) || IsTooFarAhead(model) || SeemsFinished();
      });
  work_.totals = work_.totals + summary.totals();
  clock_.Finish(static_cast<double>(summary.stats.games));
  progress_->Print(name + " " + DescribeStream(summary));
  return summary;
}

std::string DescribeStream(const SelfPlaySummary& summary) {
  const SelfPlayStats& stats = summary.stats;
  if (stats.games == 0) return "self-play: no new games";
  const double seconds = std::max(summary.seconds, 1e-9);
  return fmt::format(
      "self-play: {}, {} each, {} evaluations/s, batches {:.0f}% full",
      Counted(stats.games, "game"), Counted(static_cast<int>(stats.MeanPlies()), "ply"),
      FormatCount(static_cast<double>(stats.evaluations) / seconds), 100 * stats.BatchFill());
}

}  // namespace raichi
