#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/solve/solve_run.h"
#include "app/truth/make_truth.h"
#include "app/truth/proof_truth.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/process.h"
#include "base/text.h"
#include "console/interrupt.h"
#include "console/output.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct TruthOptions {
  std::vector<std::string> games, rules, solve, proofs;
  std::string output;
  MakeTruthSettings make;
};

/// Rule sets of boards that models/tafl-9 plays.
bool IsSmallBoard(const Rules& rules) { return rules.size() == 7 || rules.size() == 9; }

std::vector<RulesPtr> RulesOf(const TruthOptions& options) {
  std::vector<RulesPtr> all;
  for (const std::string& name : options.rules) {
    all.push_back(FindShippedRules(name));
    if (!all.back())
      throw UsageError("--rules " + name + ": expected the name of a shipped rule set");
  }
  const bool has_proofs_alone = options.games.empty() && !options.proofs.empty();
  if (!options.rules.empty() || has_proofs_alone) return all;
  for (const std::string& name : RuleSetNames()) {
    if (const RulesPtr rules = FindShippedRules(name); rules && IsSmallBoard(*rules)) {
      all.push_back(rules);
    }
  }
  return all;
}

/// The games of shards that were played by one of the rule sets from its own setup or any position.
std::vector<GameRecord> ReadGames(const TruthOptions& options) {
  std::vector<GameRecord> games;
  for (const std::string& name : options.games) {
    for (const std::filesystem::path& shard : ShardsOf(name)) {
      ForEachGame(shard, [&](GameRecord&& record) {
        for (const RulesPtr& rules : options.make.rules) {
          if (RecordedRules(rules->data()) != record.rules_yaml) continue;
          CheckRecord(record, rules);
          games.push_back(std::move(record));
          return;
        }
      });
    }
  }
  return games;
}

std::vector<TruthPosition> Find(const TruthOptions& options, const std::vector<GameRecord>& games,
                                const Interrupt& interrupt) {
  Progress progress;
  const WorkClock clock(static_cast<double>(options.make.rules.size()));
  return MakeTruth(options.make, games, [&](size_t done, size_t positions) {
    if (progress.IsDue()) {
      progress.Show(
          fmt::format("{} of {}, {}{}", done, Counted(options.make.rules.size(), "rule set"),
                      Counted(positions, "position"), clock.TimeLeft(static_cast<double>(done))));
    }
    return !interrupt.IsRequested();
  });
}

std::vector<TruthPosition> FindInProofs(const TruthOptions& options, const Interrupt& interrupt) {
  std::vector<TruthPosition> all;
  for (const std::string& name : options.proofs) {
    Progress progress;
    const Certificate certificate = ReadCertificate(name);
    std::ranges::move(
        TruthOfProof(certificate, name, options.make,
                     [&](size_t positions) {
                       if (progress.IsDue()) {
                         progress.Show(fmt::format("{}: {}", name, Counted(positions, "position")));
                       }
                       return !interrupt.IsRequested();
                     }),
        std::back_inserter(all));
    if (interrupt.IsRequested()) break;
  }
  return all;
}

void RunTruth(TruthOptions options) {
  const Interrupt interrupt;
  options.make.rules = RulesOf(options);
  CheckWritable(options.output);
  const std::vector<GameRecord> games = ReadGames(options);
  std::vector<TruthPosition> positions;
  for (const std::string& name : options.solve) {
    const SolvedTable solved = OpenOrSolve(
        {.rules = name, .threads = options.make.workers, .max_bytes = MostMemory()}, interrupt);
    if (!solved.table) throw Error("truth: stopped; nothing was written");
    std::ranges::move(TruthOfTable(*solved.table, options.make), std::back_inserter(positions));
  }
  std::ranges::move(FindInProofs(options, interrupt), std::back_inserter(positions));
  std::ranges::move(Find(options, games, interrupt), std::back_inserter(positions));
  if (interrupt.IsRequested()) throw Error("truth: stopped; nothing was written");
  AtomicWrite(options.output, TruthText(positions));
  PrintLine(fmt::format("{}: {}", options.output, Counted(positions.size(), "position")));
}

}  // namespace

void AddTruthCommand(Program& program) {
  Command command = program.AddCommand(
      "truth", "Make a set of positions of proven value, for 'raichi bench truth'");
  auto options = std::make_shared<TruthOptions>();
  MakeTruthSettings& make = options->make;
  make.workers = CountCores();
  command
      .Add("games", &options->games,
           "Shards, folders of shards, or runs, whose games are looked at first")
      .Value("GAMES");
  command.Add("-o,--output", &options->output, "Write the set to this file")
      .Value("FILE")
      .Required();
  command.Add("--rules", &options->rules, "Shipped rule sets (default: all of 7x7 and 9x9 boards)")
      .Value("RULES")
      .Commas();
  command
      .Add("--solve", &options->solve,
           "Solve this small game first and take positions of its table; may be repeated")
      .Value("RULES");
  command
      .Add(
          "--proof", &options->proofs,
          "Take positions of this certificate of a win, under shipped rules; may be repeated. With "
          "neither GAMES nor --rules, no games are played")
      .Value("FILE");
  command
      .Add("--per-class", &make.per_class,
           "Most positions for each rule set, winner and distance to the end")
      .Range(1, 1000)
      .ShowDefault();
  command
      .Add("--own-games", &make.own_games,
           "Most games of each rule set between classical players that are looked at")
      .Range(0, 1'000'000)
      .ShowDefault();
  command
      .Add("--easy", &make.easy_visits,
           "Leave out what a search of N visits without a network gets right; 0: nothing")
      .Value("N")
      .Range(0, 100'000)
      .ShowDefault();
  command
      .Add("--plies", &make.examine.most_plies,
           "Largest distance to the end that is proven by search")
      .Range(1, Prover::kMostPlies - ExamineSettings::kBeyond)
      .ShowDefault();
  command
      .Add("--nodes", &make.examine.most_nodes,
           "Leave out a position if a question of its proof, or about a move, takes more nodes")
      .ShowDefault();
  command.Add("--seed", &make.seed, "Seed of the games and of the choice").ShowDefault();
  command.Add("--workers", &make.workers, "Number of threads (default: one per core)")
      .Range(1, 1024);
  command.Footer(
      "Examples:\n"
      "  raichi truth -o brandubh.truth --rules brandubh --own-games 20\n"
      "  raichi truth runs/x -o x.truth --per-class 4\n"
      "  raichi truth -o far.truth --proof configs/proofs/ard-ri.proof --nodes 50000\n"
      "docs/truth.md explains the file and what is proven. The same options and games give the\n"
      "same file.");
  command.Run([options] { RunTruth(*options); });
}

}  // namespace raichi
