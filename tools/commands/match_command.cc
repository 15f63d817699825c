#include <filesystem>
#include <memory>
#include <string>

#include "app/matches/match_results.h"
#include "app/matches/match_text.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "console/match_json.h"
#include "console/output.h"
#include "console/progress.h"
#include "console/work_clock.h"
#include "selfplay/records/shard.h"
#include "tools/arguments/match_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct MatchOptions {
  std::string a, b;
  MatchArguments match;
  std::string sprt;
  SprtConfig test;
  std::string records;
  bool json = false;
};

/// Refuses a file that exists, because it may contain the games of another match, and more games
/// than a file can hold.
void CheckRecordsFile(const std::string& file, uint64_t pairs) {
  constexpr uint64_t kMostPairs = ShardHeader::kMaxGames / 2;
  if (pairs > kMostPairs) {
    throw UsageError(fmt::format("--records: a file holds at most {} pairs of games", kMostPairs));
  }
  if (IsRegularOutput(file) && Exists(file)) {
    throw UsageError("--records " + file + ": expected a new file, this one exists");
  }
  CheckOutput(file);
}

void Print(const MatchOutcome& outcome, const Rules& rules, const MatchOptions& options) {
  if (options.json) {
    const MatchArguments& match = options.match;
    const ResultIds ids = {.a = WeightsOf(options.a, match.players),
                           .b = WeightsOf(options.b, match.players),
                           .rules = RulesId(rules),
                           .opening_plies = match.opening_plies,
                           .seed = match.seed,
                           .first_pair = 0};
    Json json = MatchToJson(outcome, options.test);
    AddIds(ids, &json);
    return PrintJson(json);
  }
  for (const std::string& line : FormatMatch(outcome, options.test)) PrintLine(line);
}

void RunMatchCommand(MatchOptions options) {
  const Interrupt interrupt;
  MatchConfig config = MatchOf(options.match);
  config.keep_records = !options.records.empty();
  if (config.keep_records) CheckRecordsFile(options.records, config.pairs);
  if (!options.sprt.empty()) {
    ParseSprt(options.sprt, &options.test);
    config.sprt = options.test;
  }
  const std::string names = PlayerName(options.a, options.match.players) + " against " +
                            PlayerName(options.b, options.match.players);
  WarnOfSharedName(*config.rules);
  WarnOfUntrained({options.a, options.b}, *config.rules);
  Progress progress;
  const WorkClock clock(static_cast<double>(config.pairs));
  const auto show = [&](const MatchOutcome& so_far) {
    if (!progress.IsDue()) return;
    progress.Show(DescribeProgress(so_far, config.pairs) +
                  clock.TimeLeft(static_cast<double>(so_far.num_pairs())) + "; " + names);
  };
  const MatchOutcome outcome =
      PlayMatchOf(config, options.match, options.a, options.b, interrupt, show);
  progress.Finish();
  if (outcome.num_pairs() == 0) throw Error("match: stopped before the first pair was over");
  Print(outcome, *config.rules, options);
  std::cout.flush();
  if (config.keep_records) WriteOutput(options.records, ShardBytes(outcome.records));
  const bool is_decided = outcome.sprt && outcome.sprt->decision != SprtDecision::kContinue;
  if (outcome.num_pairs() < config.pairs && !is_decided) {
    throw Error(
        fmt::format("match: stopped after {} of {} pairs", outcome.num_pairs(), config.pairs));
  }
}

}  // namespace

void AddMatchCommand(Program& program) {
  Command command = program.AddCommand("match", "Play pairs of games between two players");
  auto options = std::make_shared<MatchOptions>();
  command.Add("a", &options->a, fmt::format("Player: {}", kPlayerWords)).Value("PLAYER").Required();
  command.Add("b", &options->b, "The other player").Value("PLAYER").Required();
  const SearchOptions search = AddMatchOptions(command, &options->match).search;
  const Option sprt =
      command
          .Add("--sprt", &options->sprt,
               "Stop as soon as a sequential test decides between these Elo differences of the "
               "first player")
          .Value("ELO0,ELO1");
  command.Add("--alpha", &options->test.alpha, "Probability of accepting ELO1 wrongly")
      .Range(0.0001, 0.4999)
      .ShowDefault()
      .Needs(sprt);
  command.Add("--beta", &options->test.beta, "Probability of accepting ELO0 wrongly")
      .Range(0.0001, 0.4999)
      .ShowDefault()
      .Needs(sprt);
  command.Add("--records", &options->records, "Write the games to this new shard").Value("FILE");
  command.AddFlag("--json", &options->json, "Print one JSON object");
  command.Footer(
      "Examples:\n"
      "  raichi match runs/a runs/b --pairs 100\n"
      "  raichi match models/linnaeus alphabeta:3 --records m.games\n"
      "  raichi match runs/a runs/b --sprt 0,20 --pairs 2000");
  command.Run([options, search] {
    CheckObeyed(search, {options->a, options->b});
    RunMatchCommand(*options);
  });
}

}  // namespace raichi
