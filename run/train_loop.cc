#include "run/train_loop.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/text.h"
#include "console/output.h"
#include "run/files/state.h"

namespace raichi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPause{500};  // between two looks for games

}  // namespace

TrainLoop::TrainLoop(const RunConfig& config, const RunFolder& folder, Reducer* ranks,
                     std::function<bool()> is_stopped, Progress* progress)
    : config_(config),
      folder_(folder),
      ranks_(ranks),
      is_stopped_(std::move(is_stopped)),
      progress_(progress),
      heart_(folder.path(), "train"),
      leader_(ranks, is_stopped_),
      trainer_(config, folder, &leader_),
      counter_(folder.games()),
      budget_(config.budget, folder.path()),
      pace_(config, budget_),
      // Some of those that the ledger counts may be gone.
      games_(std::min(trainer_.ledger()->records().back().games,
                      counter_.CountAll(trainer_.model()))) {
  const Json& newest = trainer_.ledger()->records().back().progress;
  if (!newest.empty()) pace_.Learn(newest);
}

void TrainLoop::Run(bool ends_the_run) {
  const bool was_finished = LoadRunState(folder_.path()).finished;
  if (Spent() >= 1 || (was_finished && pace_.IsOver())) {
    progress_->Print(folder_.path().string() + ": the budget is spent; nothing to do");
    leader_.End();
    return SaveState(ends_the_run || was_finished);
  }
  if (was_finished) SaveState(false);  // has more to do
  bool is_cut = false;                 // the last phase, by a stop
  while (Spent() < 1 && !leader_.IsStopped()) {
    const Clock::time_point start = Clock::now();
    const bool has_games = WaitForGames();
    budget_.Discount(Clock::now() - start);
    if (!has_games) break;
    const int64_t learned = std::exchange(games_, counter_.Recount(trainer_.model()));
    const auto training = Train();
    if (!training) {
      is_cut = leader_.IsStopped();
      if (is_cut) games_ = learned;  // the next start trains on the others
      continue;
    }
    trainer_.Save({.games = games_, .seconds = budget_.Seconds(), .progress = {}});
    SaveState(false);
    Beat(work_state::kTraining, games_);
    Print(*training);
  }
  leader_.End();
  SaveState(Spent() >= 1 && !is_cut && (ends_the_run || was_finished));
}

bool TrainLoop::WaitForGames() {
  int64_t wanted = games_ + config_.loop.games_per_iteration;
  if (config_.budget.games > 0) wanted = std::min(wanted, config_.budget.games);
  const int64_t first = counter_.Count(trainer_.model());
  const WorkClock clock(static_cast<double>(wanted - first));
  while (!leader_.IsStopped()) {
    const int64_t games = counter_.Count(trainer_.model());
    Beat(work_state::kWaitingForGames, games);
    if (games >= wanted) return true;
    progress_->Show(fmt::format("waiting for games: {} of {}{}", games, wanted,
                                clock.TimeLeft(static_cast<double>(games - first))));
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

std::optional<TrainSummary> TrainLoop::Train() {
  int64_t run_games = games_;  // with those that come in meanwhile
  const auto spent = [this] { return Spent(); };
  return trainer_.Train(spent, [&](const TrainStats& stats, int64_t of_steps) {
    work_.totals = work_.totals + WorkTotals{.steps = 1, .samples = config_.train.batch};
    Beat(work_state::kTraining, run_games);
    budget_.SaveNowAndThen(trainer_.model());
    if (progress_->IsDue()) {
      run_games = counter_.Count(trainer_.model());
      progress_->Show(fmt::format("{}  {}  training: step {}, a phase of {}, loss {:.3f}",
                                  RunFolder::Numbered(trainer_.model()),
                                  budget_.DescribeLeft(Spent()), stats.step, of_steps, stats.loss));
    }
    if (is_stopped_()) return AfterStep::kAbort;
    return pace_.HasTimeFor(0) ? AfterStep::kGoOn : AfterStep::kFinish;
  });
}

void TrainLoop::Print(const TrainSummary& training) {
  std::string line =
      fmt::format("{}  step {}  {} in {}, loss {:.3f}", RunFolder::Numbered(trainer_.model()),
                  trainer_.step(), Counted(training.window_positions, "position"),
                  Counted(training.window_games, "game"), training.mean.loss);
  if (ranks_ != nullptr) {
    line += fmt::format(", {:.0f} samples/s in {}, {:.0f}% of the time in their sums",
                        training.samples_per_second(), Counted(ranks_->size(), "rank"),
                        100 * training.seconds_in_sums / training.seconds);
    if (!training.sums_fault.empty()) {
      line += ", which pass through the host's memory: " + training.sums_fault;
    }
  }
  progress_->Print(line);
}

void TrainLoop::Beat(const char* state, int64_t run_games) {
  work_.state = state;
  work_.model = trainer_.model();
  work_.training = trainer_.Facts(run_games, run_games - games_);
  heart_.Tick(work_);
}

}  // namespace raichi
