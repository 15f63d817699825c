#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/ablate/table.h"
#include "rules/error.h"
#include "run/files/folder.h"
#include "selfplay/records/files.h"
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
  progress->Print(fmt::format(
      "{}: {} runs ({} variants, {} each), {} finished{}; then {} pairings", ablation.dir.string(),
      runs.size(), ablation.plan.variants.size(), ablation.plan.seeds, FinishedOf(runs).size(),
      seconds > 0 ? ", " + FormatSeconds(seconds) + " of training left" : "",
      PairingsOf(ablation, runs).size()));
}

void PrintTable(const AblateTable& table, const Ablation& ablation, bool json) {
  SavePlan(ablation, AblateTableToJson(table));
  AtomicWrite(ablation.dir / "ablation.md", AblateTableToMarkdown(table, ablation));
  if (json) {
    for (const Json& line : AblateTableToJson(table)) PrintJson(line);
  } else {
    for (const std::string& line : FormatAblateTable(table)) PrintLine(line);
    PrintLine("\nThe same as a page: " + (ablation.dir / "ablation.md").string());
  }
}

void RunAblate(const AblateOptions& options) {
  const Interrupt interrupt;
  Progress progress;
  const Ablation ablation = OpenAblation(options.words);
  const std::vector<AblateRun> runs = RunsOf(ablation);
  const std::optional<ForkPoint> from = ForkPointFor(runs, ablation.plan.from);
  if (!options.rate_only) Announce(ablation, runs, &progress);

  fs::create_directories(ablation.dir);
  const RunLock lock(ablation.dir, "ablate");
  SavePlan(ablation);
  std::vector<std::string> failed;
  if (!options.rate_only) {
    BeginRuns(runs, from);
    failed = TrainRuns(runs, interrupt.token(), &progress);
  }
  const std::vector<AblateRun> finished = FinishedOf(runs);
  MatchResults results((ablation.dir / "matches.jsonl").string());
  if (interrupt.IsRequested() ||
      !PlayPairings(ablation, PairingsOf(ablation, finished), interrupt, &progress, &results)) {
    return progress.Print("stopped; the same command goes on from here");
  }
  if (!finished.empty() || failed.empty()) {
    PrintTable(MakeAblateTable(ablation, finished, results.all()), ablation, options.json);
  }
  if (!failed.empty()) {
    throw Error(fmt::format("{} of {} runs failed, {} the first; the same command tries again",
                            failed.size(), runs.size(), failed.front()));
  }
}

void AddMeasuringOptions(CLI::App* command, AblateWords* words) {
  command->add_option("--seeds", words->seeds, "Runs of each variant (default: 1)")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  command
      ->add_option("--opponents", words->opponents,
                   "Players that all are measured against, the last rated 0 "
                   "(default: evaluation.opponents)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PLAYER,…");
  command
      ->add_option("-n,--pairs", words->pairs, "Pairs a pairing (default: evaluation.final_pairs)")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command->add_option("--visits", words->visits, "Visits a move (default: evaluation.visits)")
      ->check(CLI::Range(1, 10'000'000))
      ->type_name("N");
}

void AddVariantOptions(CLI::App* command, AblateWords* words) {
  command
      ->add_option("--vary", words->variants.vary,
                   "A key and its values, as in network.blocks=4,6; several: all combinations")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE,…");
  command->add_flag("--one-at-a-time", words->variants.one_at_a_time,
                    "The configuration as it is, and each value of --vary alone");
  command
      ->add_option("--variant", words->variants.named,
                   "A variant by name, as in \"small: network.blocks=2 train.batch=64\"")
      ->allow_extra_args(false)
      ->type_name("NAME: KEY=VALUE…");
}

}  // namespace

void AddAblateCommand(CLI::App& program) {
  auto options = std::make_shared<AblateOptions>();
  AblateWords* words = &options->words;
  CLI::App* command = program.add_subcommand(
      "ablate", "Compare configurations: runs of equal length, then a table of ratings");
  command
      ->add_option("config", words->config,
                   "Run configuration, a run's folder, or that of an ablation, to go on with it")
      ->required();
  command->add_option("overrides,--set", words->overrides,
                      "Changes to it for all, as in selfplay.full_visits=64");
  AddVariantOptions(command, words);
  command
      ->add_option("--budget", words->budget,
                   "Time of each run, as in 90s, 10m, 1.5h (default: the configuration's budget)")
      ->type_name("TIME");
  command
      ->add_option("--from", words->from,
                   "Begin each run as a fork of this one, at its newest or the given model")
      ->type_name("RUN[@MODEL]");
  command
      ->add_option("-o,--dir", words->dir,
                   "Folder (default: runs/ablate- and the configuration's name)")
      ->type_name("DIR");
  AddMeasuringOptions(command, words);
  command->add_flag("--rate-only", options->rate_only, "No more runs: measure the finished ones");
  command->add_flag("--json", options->json, "One JSON object a line");
  command->footer("An ablation that was stopped, or killed, goes on from where it was.");
  command->callback([options] { RunAblate(*options); });
}

}  // namespace raichi
