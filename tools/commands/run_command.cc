#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/bench/machine_speed.h"
#include "app/report/report.h"
#include "base/error.h"
#include "base/text.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/output.h"
#include "console/version.h"
#include "run/loop.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"
#include "tools/commands/rating_output.h"

namespace raichi {
namespace {

void Run(const RunArguments& arguments, bool json) {
  const Interrupt interrupt;
  std::vector<std::string> news;
  const RunConfig config = arguments.LoadSettled({"workers", "train"}, &news);
  const RunFolder folder(arguments.Folder(), config);
  const RunLock lock(folder.path(), "train");
  OpenLogFile(folder.path());
  folder.Reconfigure(config);
  Progress progress;
  for (const std::string& line : news) progress.Print(line);
  const RunHooks hooks = {
      .measure_machine = [&config] { return MeasureMachine(config); },
      .compare_with_machine = CompareWithMachine,
      .write_report = [&folder] { WriteReport(folder.path(), ReportFile(folder.path())); },
  };
  std::optional<RunLoop> loop(std::in_place, config, folder, hooks, interrupt.token(), &progress);
  const bool finished = loop->Run();
  progress.Finish();
  if (!finished) {
    loop.reset();  // before the error, so that its last beat does not say that the run failed
    throw Error("run: stopped; the same command continues from here");
  }
  if (json) {
    PrintRunRatingsJson(loop->evaluator(), loop->model());
  } else {
    PrintRunRatings(loop->evaluator(), loop->model());
    PrintLine("");
    PrintLine("Report: " + ReportFile(folder.path()).string());
    const bool is_default = std::ranges::find(config.rules, "linnaeus") != config.rules.end();
    PrintLine(fmt::format("Play against it: {} play --opponent {}{}", CommandWord(),
                          QuoteForShell(folder.path().string()),
                          is_default ? "" : " --rules " + config.rules.front()));
  }
}

}  // namespace

void AddRunCommand(Program& program) {
  struct Options {
    RunArguments run;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  Command command = program.AddCommand(
      "run", "Train a network from nothing by self-play, training and evaluation in turn");
  AddRunOptions(command, "budget.minutes=30", &options->run);
  AddFromOption(command, &options->run);
  command.AddFlag("--json", &options->json,
                  "Print the ratings, then the matches of the last model, as JSON lines");
  command.Footer(
      "The same command continues a run that was stopped or killed. Keys of the configuration "
      "that\n"
      "are auto get their values when the run begins, from the speed of the machine and the "
      "budget.\n"
      "'raichi keys' explains every key.\n\n"
      "Examples:\n"
      "  raichi run configs/runs/quick.yaml\n"
      "  raichi run configs/runs/quick.yaml budget.minutes=30 --dir runs/longer\n"
      "  raichi run runs/longer    # goes on with it");
  command.Run([options] { Run(options->run, options->json); });
}

}  // namespace raichi
