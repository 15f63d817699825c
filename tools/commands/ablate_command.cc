#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/ablate/table.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/text.h"
#include "nn/backend/loader.h"
#include "run/files/folder.h"
#include "run/players/players.h"
#include "run/sharing/blocks.h"
#include "run/truth/prediction.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct AblateOptions {
  AblateWords words;
  bool rate_only = false;
  bool screen = false;
  bool json = false;
};

std::vector<AblateRun> FinishedOf(std::vector<AblateRun> runs) {
  std::erase_if(runs, [](const AblateRun& run) { return !run.IsFinished(); });
  return runs;
}

/// Returns those of the first seeds.
std::vector<AblateRun> RunsUntil(const Ablation& ablation, const std::vector<AblateRun>& runs,
                                 int seeds) {
  std::vector<AblateRun> first;
  for (const AblateRun& run : runs) {
    if (run.seed < ablation.base.seed + static_cast<uint64_t>(seeds)) first.push_back(run);
  }
  return first;
}

void Announce(const Ablation& ablation, const std::vector<AblateRun>& runs, Progress* progress) {
  const AblatePlan& plan = ablation.plan;
  progress->Print(fmt::format(
      "{}: {} ({}, {}), {} finished; {} at once{}", ablation.dir.string(),
      Counted(runs.size(), "run"), Counted(plan.variants.size(), "variant"),
      plan.looks.empty()
          ? Counted(plan.seeds, "seed") + " each"
          : "up to " + Join(plan.looks, ", then ", [](int look) { return std::to_string(look); }) +
                " seeds each",
      FinishedOf(runs).size(), std::max(1, plan.at_once),
      ablation.HasReference() ? "; their opponents are checkpoints of one run more" : ""));
  if (plan.settled.empty()) return;
  progress->Print("for all variants: " + Join(plan.settled, " "));
}

/// Keeps other processes from the files of the ablation for a moment.
BlockClaim WaitForTurn(const Ablation& ablation) {
  return WaitForClaim(ablation.FolderOfWork(), ablation.FolderOfWork() / "turn");
}

void PrintTable(const AblateTable& table, const Ablation& ablation, bool json) {
  const BlockClaim turn = WaitForTurn(ablation);
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

/// Throws Error if an opponent cannot play on the boards of the runs, or if the runs' networks
/// cannot see those of `games`, which are given now.
void CheckBoards(const Ablation& ablation, const std::string& games) {
  const int canvas = ablation.base.network.canvas;
  if (!games.empty() && PredictedGames(games).largest_board() > canvas) {
    throw UsageError(fmt::format("--predict {}: expected boards of at most {} squares along a side",
                                 games, canvas));
  }
  for (const RulesPtr& rules : OpenNamedRulesOf(ablation.base)) {
    for (const std::string& opponent : ablation.plan.opponents) CheckFits(opponent, *rules);
  }
}

/// The work of one call of the command.
class Work {
 public:
  explicit Work(const AblateOptions& options)
      : options_(options),
        ablation_(OpenAblation(options.words, MeasureWithProgress)),
        runs_(RunsOf(ablation_)) {
    RequireLibTorch();  // fails now rather than later if LibTorch is missing
    CheckBoards(ablation_, options.words.games);
    if (!ablation_.HasReference()) OpponentsOf(ablation_);
  }

  /// Returns the last table, if any run is finished.
  std::optional<AblateTable> Do() {
    ForkPointFor(runs_, ablation_.plan.from);  // fails now rather than later
    if (!options_.rate_only) {
      Announce(ablation_, runs_, &progress_);
    } else if (FinishedOf(runs_).empty()) {
      throw Error(ablation_.dir.string() + ": no run is finished");
    }
    Begin();
    const std::vector<int> looks = ablation_.plan.Looks();
    for (const int look : looks) {
      const std::vector<AblateRun> runs = RunsUntil(ablation_, runs_, look);
      if (!options_.rate_only) Train(runs);
      if (Measure(runs) && look != looks.back()) {
        progress_.Print(fmt::format("all is decided after {}", Counted(look, "seed")));
        break;
      }
    }
    if (!failed_.empty()) {
      throw Error(fmt::format("{} of {} runs failed, first {}; the same command tries them again",
                              failed_.size(), runs_.size(), *failed_.begin()));
    }
    RemoveFreeClaims(ablation_.FolderOfWork());
    return table_;
  }

 private:
  /// Writes the plan. If another process began the ablation meanwhile, takes over its choices, such
  /// as the values for `auto`.
  void Begin() {
    const BlockClaim turn = WaitForTurn(ablation_);
    const fs::path plan = PlanFile(ablation_.dir);
    if (Exists(plan) && LoadAblatePlan(plan).settled != ablation_.plan.settled) {
      ablation_ = OpenAblation(options_.words, MeasureWithProgress);
      runs_ = RunsOf(ablation_);
    }
    SavePlan(ablation_);
  }

  /// Trains the runs that have not failed before, and first the one that provides the opponents.
  void Train(std::vector<AblateRun> runs) {
    if (ablation_.HasReference()) runs.insert(runs.begin(), ReferenceOf(ablation_));
    std::erase_if(runs, [this](const AblateRun& run) { return failed_.contains(run.name); });
    {
      const BlockClaim turn = WaitForTurn(ablation_);
      BeginRuns(runs, ForkPointFor(runs_, ablation_.plan.from));
    }
    for (std::string& name : TrainRuns(ablation_, runs, interrupt_.token(), &progress_)) {
      failed_.insert(std::move(name));
    }
    RequireGoingOn();
  }

  void RequireGoingOn() const {
    if (!interrupt_.IsRequested()) return;
    throw Error("ablate: stopped; the same command continues from here");
  }

  /// Plays the matches of the finished runs and prints their table. Returns whether everything is
  /// decided.
  bool Measure(const std::vector<AblateRun>& runs) {
    const std::vector<AblateRun> finished = FinishedOf(runs);
    if (finished.empty() || (ablation_.HasReference() && !ReferenceOf(ablation_).IsFinished())) {
      return false;
    }
    PlayPairings(ablation_, PairingsOf(ablation_, finished), interrupt_);
    RequireGoingOn();
    const MatchResults results(ablation_.ResultsFile().string(), MatchResults::Access::kRead);
    const ScoresOfRuns scores = MeasureInTurn(finished);
    RequireGoingOn();
    table_ = MakeAblateTable(ablation_, finished, results.all(), scores);
    PrintTable(*table_, ablation_, options_.json);
    return table_->IsDecided();
  }

  /// One process asks the models; the others read what it wrote.
  ScoresOfRuns MeasureInTurn(const std::vector<AblateRun>& runs) {
    const BlockClaim turn = WaitForTurn(ablation_);
    return MeasureScores(ablation_, runs, interrupt_, &progress_);
  }

  const AblateOptions& options_;
  const Interrupt interrupt_;
  Progress progress_;
  Ablation ablation_;
  std::vector<AblateRun> runs_;
  std::set<std::string> failed_;  // names of runs
  std::optional<AblateTable> table_;
};

/// Returns the first variant and the better half of the others.
std::vector<std::string> BetterHalf(const AblateTable& table) {
  std::vector<VariantResult> others(table.variants.begin() + 1, table.variants.end());
  std::erase_if(others, [](const VariantResult& variant) { return variant.seeds == 0; });
  std::ranges::stable_sort(others, std::greater(), [](const auto& v) { return v.rating.elo; });
  others.resize((others.size() + 1) / 2);
  std::vector<std::string> names = {table.variants.front().variant};
  for (const VariantResult& variant : others) names.push_back(variant.variant);
  return names;
}

/// Successive halving: all variants with a quarter of the games, the better half of them with half
/// of the games, and the better half of those with all. Each stage is an ablation of its own,
/// DIR/GAMES, so its runs end as their schedules say.
void Screen(const AblateOptions& options) {
  const auto games = ParseNumber<int64_t>(options.words.budget, 4, int64_t{1} << 50);
  if (!games) throw UsageError("--screen: expected --budget GAMES, as in --budget 3072");
  if (options.words.dir.empty()) throw UsageError("--screen: expected --dir DIR for its stages");
  AblateOptions stage = options;
  if (stage.words.seeds == 0 && stage.words.looks.empty()) stage.words.seeds = 6;
  for (const int part : {4, 2, 1}) {
    stage.words.budget = std::to_string(*games / part);
    stage.words.dir = options.words.dir + "/" + stage.words.budget;
    const std::optional<AblateTable> table = Work(stage).Do();
    if (!table) throw Error(stage.words.dir + ": no run is finished");
    stage.words.only = BetterHalf(*table);
  }
}

void AddMeasuringOptions(Command command, AblateWords* words) {
  command.Add("--seeds", &words->seeds, "Runs of each variant, each with its own seed (default: 1)")
      .Range(1, kMostSeeds);
  command
      .Add("--looks", &words->looks,
           "In place of --seeds: numbers of seeds after which to stop if every difference is "
           "decided, such as 7,14,28,36; the intervals allow for the looks")
      .Commas()
      .Value("N,…");
  command
      .Add("--at-once", &words->at_once,
           "Runs to train side by side, each on one core (default: the number of cores; 1 with a "
           "GPU: one after the other, as the configuration says)")
      .Range(1, 1024);
  command
      .Add("--opponents", &words->opponents,
           "Players that every variant is measured against; the last is rated 0 (default: "
           "checkpoints of a run of the configuration itself)")
      .Commas()
      .Value("PLAYER,…");
  command
      .Add("--predict", &words->games,
           "Shards, or a folder of them, of games of strong play: say also how well the networks "
           "predict their searches and results")
      .Value("GAMES");
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
      "ablate", "Compare configurations by runs of equally many games and a table of ratings");
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
           "Games for each run, such as 3072, or its time, such as 90s, 10m or 1.5h (default: the "
           "configuration's budget, one of time as the games that it is expected to allow)")
      .Value("GAMES|TIME");
  command
      .Add("--fork", &words->from,
           "Start each run as a fork of this run, at its newest model or at the one given")
      .Value("RUN[@MODEL]");
  command
      .Add("--dir", &words->dir,
           "Folder of the ablation (default: runs/ablate- and the configuration's name)")
      .Value("DIR");
  AddMeasuringOptions(command, words);
  command.AddFlag("--screen", &options->screen,
                  "Screen many variants: all with a quarter of the games of --budget, then the "
                  "better half with half, then the better half with all; 6 seeds by default");
  command.AddFlag("--rate-only", &options->rate_only,
                  "Train no more runs; measure those that are finished");
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "The same command continues an ablation that was stopped or killed. Started again, on this\n"
      "or another machine that sees the folder, it shares runs and matches.\n\n"
      "The table has these columns:\n\n"
      "  rating                    mean over a variant's seeds and their three models\n"
      "  difference                to the first variant, with an interval from the spread of "
      "equal\n"
      "                            runs, pooled over all variants; * if it is decided\n"
      "  worth games               the difference as a factor in games, by the slope of the "
      "ratings\n"
      "  winner seen, win kept     shares of proven positions in which the network alone names "
      "the\n"
      "                            winner, and a search of 16 visits keeps the win\n"
      "  policy loss, value error  how well the networks alone predict the games of --predict\n"
      "  worth games by it         the difference by the policy loss\n\n"
      "Examples:\n"
      "  raichi ablate configs/runs/quick.yaml --vary network.blocks=2,4,8 --budget 3072 --seeds "
      "7\n"
      "  raichi ablate configs/runs/quick.yaml --variant \"small: network.blocks=2 "
      "train.batch=64\" --looks 7,14,28,36\n"
      "  raichi ablate configs/runs/quick.yaml --screen --one-at-a-time --vary "
      "train.learning_rate=0.002,0.004 --vary train.batch=128,512 --budget 3072 --dir screen\n"
      "  raichi ablate runs/ablate-quick --pairs 200    # continues it, with more games");
  command.Run([options] {
    if (options->screen) {
      Screen(*options);
    } else {
      Work(*options).Do();
    }
  });
}

}  // namespace raichi
