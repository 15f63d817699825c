#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/ablate/table.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/join.h"
#include "nn/backend/loader.h"
#include "run/files/folder.h"
#include "run/players.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct AblateOptions {
  AblateWords words;
  bool rate_only = false;
  bool json = false;
};

std::vector<AblateRun> FinishedOf(std::vector<AblateRun> runs) {
  std::erase_if(runs, [](const AblateRun& run) { return !run.IsFinished(); });
  return runs;
}

void Announce(const Ablation& ablation, const std::vector<AblateRun>& runs, Progress* progress) {
  const double seconds = SecondsLeft(runs);
  progress->Print(
      fmt::format("{}: {} ({}, {} each), {} finished{}; then {}", ablation.dir.string(),
                  Counted(runs.size(), "run"), Counted(ablation.plan.variants.size(), "variant"),
                  ablation.plan.seeds, FinishedOf(runs).size(),
                  seconds > 0 ? ", " + FormatSeconds(seconds) + " of training left" : "",
                  Counted(PairingsOf(ablation, runs).size(), "pairing")));
  if (ablation.plan.settled.empty()) return;
  progress->Print("for all variants, in place of auto: " + Join(ablation.plan.settled, " "));
}

void PrintTable(const AblateTable& table, const Ablation& ablation, bool json) {
  SavePlan(ablation, AblateTableToJson(table));
  AtomicWrite(ablation.dir / "ablation.md", AblateTableToMarkdown(table, ablation));
  if (json) {
    for (const Json& line : AblateTableToJson(table)) PrintJson(line);
  } else {
    for (const std::string& line : FormatAblateTable(table)) PrintLine(line);
    PrintLine("");
    PrintLine("This table as Markdown: " + (ablation.dir / "ablation.md").string());
  }
}

/// Throws Error if an opponent cannot play on the boards of the runs.
void CheckBoards(const Ablation& ablation) {
  for (const RulesPtr& rules : OpenNamedRulesOf(ablation.base)) {
    for (const std::string& opponent : ablation.plan.opponents) CheckBoard(opponent, *rules);
  }
}

void RunAblate(const AblateOptions& options) {
  const Interrupt interrupt;
  Progress progress;
  const Ablation ablation = OpenAblation(options.words, MeasureWithProgress);
  TheBackend();  // fails now rather than later if LibTorch is missing
  CheckBoards(ablation);
  const std::vector<AblateRun> runs = RunsOf(ablation);
  const std::optional<ForkPoint> from = ForkPointFor(runs, ablation.plan.from);
  if (!options.rate_only) {
    Announce(ablation, runs, &progress);
  } else if (FinishedOf(runs).empty()) {
    throw Error(ablation.dir.string() + ": no run is finished");
  }

  CreateFolders(ablation.dir);
  const RunLock lock(ablation.dir, "ablate");
  SavePlan(ablation);
  std::vector<std::string> failed;
  if (!options.rate_only) {
    BeginRuns(runs, from);
    failed = TrainRuns(runs, interrupt.token(), &progress);
  }
  const std::vector<AblateRun> finished = FinishedOf(runs);
  MatchResults results((ablation.dir / "matches.jsonl").string(), MatchResults::Access::kAdd);
  if (interrupt.IsRequested() ||
      !PlayPairings(ablation, PairingsOf(ablation, finished), interrupt, &progress, &results)) {
    throw Error("ablate: stopped; the same command continues from here");
  }
  if (!finished.empty() || failed.empty()) {
    PrintTable(MakeAblateTable(ablation, finished, results.all()), ablation, options.json);
  }
  if (!failed.empty()) {
    throw Error(fmt::format("{} of {} runs failed, first {}; the same command tries them again",
                            failed.size(), runs.size(), failed.front()));
  }
}

void AddMeasuringOptions(Command command, AblateWords* words) {
  command.Add("--seeds", &words->seeds, "Runs of each variant, each with its own seed (default: 1)")
      .Range(1, 1000);
  command
      .Add("--opponents", &words->opponents,
           "Players that every variant is measured against; the last is rated 0 "
           "(default: evaluation.opponents)")
      .Commas()
      .Value("PLAYER,…");
  command
      .Add("-n,--pairs", &words->pairs,
           "Pairs of games in each pairing (default: evaluation.final_pairs)")
      .Range(1, 1'000'000);
  command.Add("--visits", &words->visits, "Visits per move (default: evaluation.visits)")
      .Range(1, 10'000'000);
}

void AddVariantOptions(Command command, AblateWords* words) {
  command
      .Add("--vary", &words->variants.vary,
           "A key and its values, such as network.blocks=4,6; several give all combinations")
      .Value("KEY=VALUE,…");
  command.AddFlag("--one-at-a-time", &words->variants.one_at_a_time,
                  "Compare the unchanged configuration with each value of --vary alone");
  command
      .Add("--variant", &words->variants.named,
           "A named variant, such as \"small: network.blocks=2 train.batch=64\"")
      .Value("\"NAME: KEY=VALUE …\"");
}

}  // namespace

void AddAblateCommand(Program& program) {
  auto options = std::make_shared<AblateOptions>();
  AblateWords* words = &options->words;
  Command command = program.AddCommand(
      "ablate", "Compare configurations by runs of equal length and a table of ratings");
  command
      .Add("config", &words->config,
           "Run configuration, a run folder, or the folder of an ablation to continue")
      .Required();
  command
      .Add("overrides,--set", &words->overrides,
           "Changes for all variants, such as selfplay.full_visits=64")
      .Value("KEY=VALUE");
  AddVariantOptions(command, words);
  command
      .Add("--budget", &words->budget,
           "Time for each run, such as 90s, 10m or 1.5h (default: the configuration's budget)")
      .Value("TIME");
  command
      .Add("--fork", &words->from,
           "Start each run as a fork of this run, at its newest model or at the one given")
      .Value("RUN[@MODEL]");
  command
      .Add("--dir", &words->dir,
           "Folder of the ablation (default: runs/ablate- and the configuration's name)")
      .Value("DIR");
  AddMeasuringOptions(command, words);
  command.AddFlag("--rate-only", &options->rate_only,
                  "Train no more runs; measure those that are finished");
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "The same command continues an ablation that was stopped or killed.\n\n"
      "Examples:\n"
      "  raichi ablate configs/runs/quick.yaml --vary network.blocks=2,4,8 --budget 10m --seeds 3\n"
      "  raichi ablate configs/runs/quick.yaml --variant \"small: network.blocks=2 "
      "train.batch=64\"\n"
      "  raichi ablate runs/ablate-quick --pairs 200    # continues it, with more games");
  command.Run([options] { RunAblate(*options); });
}

}  // namespace raichi
