#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/matches/match_blocks.h"
#include "app/matches/match_results.h"
#include "app/matches/match_runs.h"
#include "app/matches/proof_match.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "console/match_json.h"
#include "console/output.h"
#include "run/players/players.h"
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
  std::string dir;
  std::string certificate;
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

ResultIds IdsOf(const Rules& rules, const MatchOptions& options) {
  const MatchArguments& match = options.match;
  return {.a = WeightsOf(PlainWord(options.a), match.players),
          .b = WeightsOf(PlainWord(options.b), match.players),
          .rules = RulesId(rules),
          .opening_plies = match.opening_plies,
          .seed = match.seed,
          .first_pair = 0};
}

void PrintProofMatch(const MatchOutcome& outcome, const ProofBook& book,
                     const MatchOptions& options) {
  const ProofMatch match = JudgeProofMatch(book, outcome.records);
  if (options.json) {
    Json json = ProofMatchToJson(book, options.certificate, outcome, match);
    json["random_replies"] = options.match.random_replies;
    AddIds(IdsOf(*book.rules(), options), &json);
    return PrintJson(json);
  }
  for (const std::string& line : FormatProofMatch(book, options.certificate, outcome, match)) {
    PrintLine(line);
  }
}

void Print(const MatchOutcome& outcome, const Rules& rules, const MatchOptions& options) {
  if (options.json) {
    Json json = MatchToJson(outcome, options.test);
    AddIds(IdsOf(rules, options), &json);
    return PrintJson(json);
  }
  for (const std::string& line : FormatMatch(outcome, options.test)) PrintLine(line);
}

/// Plays the match in blocks, together with other processes (match_blocks.h).
MatchOutcome PlayTogether(const MatchConfig& config, const MatchOptions& options,
                          const Interrupt& interrupt,
                          const std::function<void(const MatchOutcome& so_far)>& show) {
  const std::string a = PinnedWord(options.a), b = PinnedWord(options.b);
  const PlayerSettings& settings = options.match.players;
  const MatchTask task{{a, b, PlayerName(a, settings), PlayerName(b, settings)}, config};
  return PlayInBlocks(options.dir, {task}, options.match, interrupt,
                      [&](const BlocksSoFar& so_far) { show(so_far.first); })[0];
}

void RunMatchCommand(MatchOptions options) {
  const Interrupt interrupt;
  MatchConfig config = MatchOf(options.match);
  config.keep_records = !options.records.empty();
  if (config.keep_records) CheckRecordsFile(options.records, config.pairs);
  std::shared_ptr<const ProofBook> book;
  if (!options.certificate.empty()) {
    book = options.match.players.proofs->Open(options.certificate);
    options.match.opening_plies = 0;
    SetProof(*book, &config);
  }
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
  const MatchOutcome outcome = options.dir.empty() ? PlayMatchOf(config, options.match, options.a,
                                                                 options.b, interrupt, show)
                                                   : PlayTogether(config, options, interrupt, show);
  progress.Finish();
  if (outcome.num_pairs() == 0) throw Error("match: stopped before the first pair was over");
  book ? PrintProofMatch(outcome, *book, options) : Print(outcome, *config.rules, options);
  std::cout.flush();
  if (!options.records.empty()) WriteOutput(options.records, ShardBytes(outcome.records));
  const bool is_decided = outcome.sprt && outcome.sprt->decision != SprtDecision::kContinue;
  if (outcome.num_pairs() < config.pairs && !is_decided) {
    throw Error(
        fmt::format("match: stopped after {} of {} pairs", outcome.num_pairs(), config.pairs));
  }
}

/// Adds the options of matches about a proof, which exclude some others.
void AddProofOptions(Command command, const std::vector<Option>& others, MatchOptions* options) {
  Option certificate =
      command
          .Add("--certificate", &options->certificate,
               "Test whether the first player keeps to a proof: all games begin where this "
               "certificate does, under its rules, and the first player has the side that is "
               "proven to win or to hold")
          .Value("FILE");
  for (const Option& other : others) certificate.Excludes(other);
  command
      .Add("--random-replies", &options->match.random_replies,
           "Random first moves of the second player in each game, for variety; they cannot spoil "
           "the proof")
      .Range(0, 100)
      .ShowDefault()
      .Needs(certificate);
}

}  // namespace

void AddMatchCommand(Program& program) {
  Command command = program.AddCommand("match", "Play pairs of games between two players");
  auto options = std::make_shared<MatchOptions>();
  command.Add("a", &options->a, fmt::format("Player: {}", kPlayerWords)).Value("PLAYER").Required();
  command.Add("b", &options->b, "The other player").Value("PLAYER").Required();
  const auto [rules, opening, search] = AddMatchOptions(command, &options->match);
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
  AddProofOptions(command, {rules, opening, sprt}, options.get());
  const Option records =
      command.Add("--records", &options->records, "Write the games to this new shard")
          .Value("FILE");
  command
      .Add("--dir", &options->dir,
           "Keep the games in this folder, and share them with all processes that run the same "
           "command; it also continues a match that was stopped")
      .Value("DIR")
      .Excludes(records);
  command.AddFlag("--json", &options->json, "Print one JSON object");
  command.Footer(
      "Examples:\n"
      "  raichi match runs/a runs/b --pairs 100\n"
      "  raichi match models/linnaeus alphabeta:3 --records m.games\n"
      "  raichi match runs/a runs/b --sprt 0,20 --pairs 2000\n"
      "  raichi match models/tafl-9 alphabeta:3 --certificate configs/proofs/ard-ri.proof");
  command.Run([options, search = search] {
    CheckObeyed(search, {options->a, options->b});
    RunMatchCommand(*options);
  });
}

}  // namespace raichi
