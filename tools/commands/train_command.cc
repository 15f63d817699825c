#include <memory>

#include "console/interrupt.h"
#include "console/log.h"
#include "console/output.h"
#include "nn/backend/open_ranks.h"
#include "run/files/folder.h"
#include "run/ranks/ranks.h"
#include "run/sharing/run_lock.h"
#include "run/train_loop.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct TrainOptions {
  RunArguments run;
  int64_t steps = 0;
};

/// Trains as the process that owns the run: alone, or as rank 0 of several.
void TrainRun(const TrainOptions& options, RunConfig config, const std::vector<std::string>& news,
              const Interrupt& interrupt, Reducer* ranks) {
  const RunFolder folder(options.run.Folder(), config);
  const RunLock lock(folder.path(), "train");
  OpenLogFile(folder.path());
  folder.Reconfigure(config);  // without --steps, which counts for this start alone
  if (options.steps > 0) config.budget = {.steps = options.steps};
  Progress progress;
  for (const std::string& line : news) progress.Print(line);
  TrainLoop loop(
      config, folder, ranks, [&] { return interrupt.IsRequested(); }, &progress);
  loop.Run(options.steps == 0);
}

void Train(const TrainOptions& options) {
  const Interrupt interrupt;
  const std::unique_ptr<Reducer> ranks = OpenRanks();
  WorkAsRank(ranks.get(), [&] {
    std::vector<std::string> news;
    const RunConfig config = LoadOnRanks(options.run, ranks.get(), &news);
    if (ranks == nullptr || ranks->rank() == 0) {
      TrainRun(options, config, news, interrupt, ranks.get());
    } else {
      FollowTraining(config.train, ranks.get(), [&] { return interrupt.IsRequested(); });
    }
  });
}

}  // namespace

void AddTrainCommand(Program& program) {
  auto options = std::make_shared<TrainOptions>();
  Command command =
      program.AddCommand("train", "Train models of a run on the games that others add to it");
  AddRunOptions(command, "budget.minutes=30", &options->run);
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
