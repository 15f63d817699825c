#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <thread>

#include "base/error.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/progress.h"
#include "run/budget.h"
#include "run/files/folder.h"
#include "run/files/state.h"
#include "run/training.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/shard_header.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct TrainOptions {
  RunArguments run;
  int64_t steps = 0;
};

/// Counts the games in a folder to which other processes add shards.
class GameCounter {
 public:
  explicit GameCounter(std::filesystem::path folder) : folder_(std::move(folder)) {}
  int64_t Count() {
    int64_t games = 0;
    for (const auto& path : ShardsIn(folder_)) {
      const auto [entry, is_new] = sizes_.try_emplace(path.filename(), 0);
      if (is_new) entry->second = SizeOf(path);
      games += entry->second;
    }
    return games;
  }

 private:
  /// Returns 0 for a shard that cannot be read; training will set it aside.
  static int64_t SizeOf(const std::filesystem::path& path) {
    try {
      return ReadShardHeader(path).games;
    } catch (const Error&) {
      return 0;
    }
  }
  std::filesystem::path folder_;
  std::map<std::string, int64_t> sizes_;
};

/// Waits for enough new games. Returns false if it was stopped first.
bool WaitForGames(GameCounter* counter, int64_t wanted, const std::function<bool()>& is_stopped,
                  Progress* progress) {
  while (!is_stopped()) {
    const int64_t games = counter->Count();
    if (games >= wanted) return true;
    progress->Show("waiting for games: " + std::to_string(games) + " of " + std::to_string(wanted));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  return false;
}

void Train(const TrainOptions& options) {
  const Interrupt interrupt;
  std::vector<std::string> news;
  RunConfig config = options.run.LoadSettled({"train"}, &news);
  const RunFolder folder(options.run.Folder(), config);
  const RunLock lock(folder.path(), "train");
  OpenLogFile(folder.path());
  if (options.steps > 0) config.budget = {.steps = options.steps};
  Progress progress;
  for (const std::string& line : news) progress.Print(line);
  RunTrainer trainer(config, folder);
  GameCounter counter(folder.games());
  RunBudget budget(config.budget, folder.path());
  int64_t games = config.loop.GamesBefore(trainer.model());
  const auto spent = [&] { return budget.Spent(games, trainer.step()); };
  const auto is_over = [&] { return interrupt.IsRequested() || spent() >= 1; };
  RunState state = LoadRunState(folder.path());
  const auto save_state = [&] {
    state.seconds = budget.Seconds();
    SaveRunState(folder.path(), state);
  };
  while (!is_over()) {
    int64_t wanted = games + config.loop.GamesOf(trainer.model());
    if (config.budget.games > 0) wanted = std::min(wanted, config.budget.games);
    const auto before = std::chrono::steady_clock::now();
    const auto is_stopped = [&] { return interrupt.IsRequested(); };
    const bool has_games = WaitForGames(&counter, wanted, is_stopped, &progress);
    budget.Discount(std::chrono::steady_clock::now() - before);
    if (!has_games) break;
    games = counter.Count();
    const auto report = trainer.Train(spent, [&](const TrainStats& stats, int64_t of_steps) {
      if (progress.IsDue()) {
        progress.Show(fmt::format("training: step {}, a phase of {}, loss {:.3f}", stats.step,
                                  of_steps, stats.loss));
      }
      return interrupt.IsRequested() ? AfterStep::kAbort : AfterStep::kGoOn;
    });
    if (!report && interrupt.IsRequested()) break;
    if (!report) continue;  // these games had no policy targets
    trainer.Save({.games = games, .seconds = budget.Seconds(), .progress = {}});
    state.model = trainer.model();
    state.finished = false;
    save_state();
    progress.Print(fmt::format("{}  step {}  {} positions in {} games, loss {:.3f}",
                               RunFolder::Numbered(trainer.model()), trainer.step(),
                               report->window_positions, report->window_games, report->mean.loss));
  }
  save_state();
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
      .AtLeast(0);
  command.Footer(
      "Creates the run folder and its first model if there is none. Games come from any number of\n"
      "'raichi selfplay FOLDER --stream N', on this machine or on others that share the folder.\n"
      "Ends when the budget is spent; without a budget, at Ctrl-C. 'raichi run' also evaluates "
      "and\n"
      "reports.");
  command.Run([options] { Train(*options); });
}

}  // namespace raichi
