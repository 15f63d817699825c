#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include "base/counted.h"
#include "base/error.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/progress.h"
#include "nn/backend/open_ranks.h"
#include "run/budget.h"
#include "run/files/folder.h"
#include "run/files/state.h"
#include "run/ranks/follow_training.h"
#include "run/ranks/rank_errors.h"
#include "run/sharing/game_counter.h"
#include "run/status/heartbeat.h"
#include "run/training.h"
#include "tools/arguments/rank_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct TrainOptions {
  RunArguments run;
  int64_t steps = 0;
};

/// Waits for enough new games. Returns false if it was stopped first.
bool WaitForGames(GameCounter* counter, int64_t wanted, const std::function<bool()>& is_stopped,
                  const std::function<void(int64_t games)>& on_count, Progress* progress) {
  while (!is_stopped()) {
    const int64_t games = counter->Count();
    on_count(games);
    if (games >= wanted) return true;
    progress->Show("waiting for games: " + std::to_string(games) + " of " + std::to_string(wanted));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  return false;
}

/// Describes how much of a phase of training the ranks spent on their sums; empty for a process
/// that trains alone.
std::string DescribeSums(const Reducer* ranks, double seconds, const TrainSummary& training) {
  if (ranks == nullptr) return "";
  return fmt::format(", {:.0f} samples/s in {}, {:.0f}% of the time in their sums",
                     training.samples_per_second(), Counted(ranks->size(), "rank"),
                     100 * seconds / training.seconds);
}

/// Trains as the process that owns the run: alone, or as rank 0 of several.
void TrainRun(const TrainOptions& options, RunConfig config, const std::vector<std::string>& news,
              const Interrupt& interrupt, TimedReducer* ranks) {
  const RunFolder folder(options.run.Folder(), config);
  const RunLock lock(folder.path(), "train");
  OpenLogFile(folder.path());
  if (options.steps > 0) config.budget = {.steps = options.steps};
  Progress progress;
  for (const std::string& line : news) progress.Print(line);
  Heartbeat heart(folder.path(), "train");
  RankLeader leader(ranks, [&] { return interrupt.IsRequested(); });
  RunTrainer trainer(config, folder, &leader);
  GameCounter counter(folder.games());
  counter.CountAll();
  RunBudget budget(config.budget, folder.path());
  int64_t games = trainer.ledger()->records().back().games;  // that were trained on
  const auto spent = [&] { return budget.Spent(games, trainer.step()); };
  const auto is_stopped = [&] { return leader.IsStopped(); };
  RunState state = LoadRunState(folder.path());
  const auto save_state = [&] {
    state.seconds = budget.Seconds();
    SaveRunState(folder.path(), state);
  };
  WorkReport work;
  const auto beat = [&](const char* what, int64_t run_games) {
    work.state = what;
    work.model = trainer.model();
    work.training = trainer.Facts(run_games, run_games - games);
    heart.Tick(work);
  };
  if (state.finished && spent() < 1) {  // it has more to do now
    state.finished = false;
    save_state();
  }
  if (spent() >= 1) progress.Print(folder.path().string() + ": the budget is spent; nothing to do");
  while (spent() < 1 && !is_stopped()) {
    int64_t wanted = games + config.loop.GamesOf(trainer.model());
    if (config.budget.games > 0) wanted = std::min(wanted, config.budget.games);
    const auto before = std::chrono::steady_clock::now();
    const bool has_games = WaitForGames(
        &counter, wanted, is_stopped,
        [&](int64_t counted) { beat(work_state::kWaitingForGames, counted); }, &progress);
    budget.Discount(std::chrono::steady_clock::now() - before);
    if (!has_games) break;
    games = counter.CountAll();
    if (ranks != nullptr) ranks->TakeSeconds();
    int64_t run_games = games;  // with those that come in meanwhile
    const auto report = trainer.Train(spent, [&](const TrainStats& stats, int64_t of_steps) {
      work.totals = work.totals + WorkTotals{.steps = 1, .samples = config.train.batch};
      beat(work_state::kTraining, run_games);
      if (progress.IsDue()) {
        run_games = counter.Count();
        progress.Show(fmt::format("training: step {}, a phase of {}, loss {:.3f}", stats.step,
                                  of_steps, stats.loss));
      }
      return interrupt.IsRequested() ? AfterStep::kAbort : AfterStep::kGoOn;
    });
    const double sums = ranks == nullptr ? 0 : ranks->TakeSeconds();
    if (!report) continue;  // stopped, or these games had no policy targets
    trainer.Save({.games = games, .seconds = budget.Seconds(), .progress = {}});
    state.model = trainer.model();
    state.finished = false;
    save_state();
    progress.Print(fmt::format("{}  step {}  {} in {}, loss {:.3f}",
                               RunFolder::Numbered(trainer.model()), trainer.step(),
                               Counted(report->window_positions, "position"),
                               Counted(report->window_games, "game"), report->mean.loss) +
                   DescribeSums(ranks, sums, *report));
  }
  leader.End();
  state.finished = options.steps == 0 && spent() >= 1;
  save_state();
}

void Train(const TrainOptions& options) {
  const Interrupt interrupt;
  const std::unique_ptr<TimedReducer> ranks = OpenTimedRanks();
  WorkAsRank(ranks.get(), [&] {
    std::vector<std::string> news;
    const RunConfig config = LoadOnRanks(options.run, ranks.get(), &news);
    if (ranks == nullptr || ranks->rank() == 0) {
      TrainRun(options, config, news, interrupt, ranks.get());
    } else {
      FollowTraining(config.train, options.run.Folder(), ranks.get(),
                     [&] { return interrupt.IsRequested(); });
    }
  });
}

}  // namespace

void AddTrainCommand(Program& program) {
  auto options = std::make_shared<TrainOptions>();
  Command command =
      program.AddCommand("train", "Train models of a run on the games that others add to it");
  AddRunOptions(command, &options->run);
  AddFromOption(command, &options->run);
  command
      .Add("--steps", &options->steps,
           "Total number of training steps, including earlier ones, instead of the budget")
      .AtLeast(1);
  command.Footer(
      "Creates the run folder and its first model if there is none. Games come from any number of\n"
      "'raichi selfplay FOLDER', on this machine or on others that share the folder.\n"
      "Ends when the budget is spent; without a budget, at Ctrl-C. 'raichi run' also evaluates "
      "and\n"
      "reports.\n"
      "Started N times at once by mpirun or srun, N processes train together, as ranks of MPI:\n"
      "'mpirun -n 2 --bind-to none raichi train FOLDER'. Each computes 1/N of every batch, so\n"
      "train.chunks must be a multiple of N (docs/scale.md).\n\n"
      "Examples:\n"
      "  raichi train configs/runs/tablut-cpu.yaml --dir runs/tablut\n"
      "  raichi train runs/tablut --steps 20000");
  command.Run([options] { Train(*options); });
}

}  // namespace raichi
