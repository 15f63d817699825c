#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/matches/match_results.h"
#include "base/error.h"
#include "base/files/files.h"
#include "console/match_json.h"
#include "console/output.h"
#include "rules/files/rule_file.h"
#include "run/players/find_model.h"
#include "run/sharing/folder_kind.h"
#include "stats/ratings/ratings.h"
#include "tools/arguments/match_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct RateOptions {
  std::vector<std::string> players;
  MatchArguments match;
  bool rules_given = false;  // without players, only the results of these rules count
  std::string anchor;
  std::string results;
  std::string dir;
  bool json = false;
};

void PrintAsJson(const RatingTable& table) {
  for (const Rating& rating : table.ratings) {
    PrintJson(Json{{"player", rating.player},
                   {"elo", rating.rating.elo},
                   {"error", rating.rating.error},
                   {"attackers", ToJson(rating.attackers)},
                   {"defenders", ToJson(rating.defenders)}});
  }
  for (const SideTerm& side : table.sides) PrintJson(ToJson(side));
  PrintJson(Json{{"dispersion", table.dispersion}, {"anchor", table.anchor}});
}

void Print(const RatingTable& table, bool as_json) {
  if (as_json) return PrintAsJson(table);
  for (const std::string& line : FormatRatings(table)) PrintLine(line);
}

bool HasPlayed(const std::string& name, const std::vector<MatchResult>& results) {
  return std::ranges::any_of(
      results, [&](const MatchResult& result) { return result.a == name || result.b == name; });
}

/// Returns the name of the player that is rated 0. Throws UsageError if it will play no games.
std::string AnchorOf(const RateOptions& options, const MatchResults& results) {
  if (HasPlayed(options.anchor, results.all()))
    return options.anchor;  // perhaps a model that is gone
  std::string name = PlayerName(options.anchor, options.match.players);
  const auto is_it = [&](const std::string& word) {
    return PlayerName(word, options.match.players) == name;
  };
  if (std::ranges::any_of(options.players, is_it) || HasPlayed(name, results.all())) return name;
  throw UsageError("--anchor " + options.anchor + ": plays no games here");
}

/// Returns the results to rate: with players all, without them those of `--rules` if it is given.
std::vector<MatchResult> ResultsToRate(const RateOptions& options, const MatchResults& results) {
  std::vector<MatchResult> chosen = results.all();
  if (chosen.empty()) throw Error(options.results + ": holds no results");
  if (!options.players.empty() || !options.rules_given) return chosen;
  const std::string name = DistinctName(*OpenRules(options.match.rules));
  std::erase_if(chosen, [&](const MatchResult& result) { return result.rules != name; });
  if (chosen.empty()) throw Error(options.results + ": holds no results of the rules " + name);
  return chosen;
}

/// Plays what the results in --dir lack, together with other processes, and returns their file.
std::string PlayTogether(const RateOptions& options) {
  if (options.players.empty()) throw UsageError("--dir: expected players");
  const std::filesystem::path folder = options.dir, file = folder / "results.jsonl";
  RequireKind(folder, FolderKind::kMatches);
  MatchResults known(Exists(file) ? file.string() : "", MatchResults::Access::kRead);
  if (!options.anchor.empty()) AnchorOf(options, known);
  if (RoundRobin(options.players, options.match, &known).PlayTogether(folder, file)) {
    return file.string();
  }
  throw Error("rate: stopped; the same command continues from here");
}

void RunRate(const RateOptions& options) {
  using Access = MatchResults::Access;
  if (options.players.size() == 1) throw UsageError("rate: expected at least two players");
  if (options.players.empty() && options.results.empty() && options.dir.empty()) {
    throw UsageError("rate: expected players, or --results FILE with games played before");
  }
  const bool is_shared = !options.dir.empty(), plays = !is_shared && !options.players.empty();
  MatchResults results(is_shared ? PlayTogether(options) : options.results,
                       plays ? Access::kAdd : Access::kRead);
  RatingOptions rating;
  if (!options.anchor.empty()) rating.anchor = AnchorOf(options, results);
  const bool is_whole = !plays || RoundRobin(options.players, options.match, &results).Play();
  if (!is_whole && results.all().empty()) {
    throw Error("rate: stopped before the first games were finished");
  }
  results.LeaveOutOlder();
  const std::vector<MatchResult> rated = ResultsToRate(options, results);
  if (is_whole && !options.anchor.empty() && !HasPlayed(rating.anchor, rated)) {
    throw UsageError("--anchor " + options.anchor + ": none of its games count here");
  }
  Print(Rate(rated, rating), options.json);
  if (is_whole) return;
  throw Error(options.results.empty() ? "rate: stopped; these are the games until then"
                                      : "rate: stopped; the same command continues from here");
}

}  // namespace

void AddRateCommand(Program& program) {
  Command command = program.AddCommand(
      "rate", "Rate players by games of every player against every other, with error bars");
  auto options = std::make_shared<RateOptions>();
  command.Add("players", &options->players, fmt::format("Players: {}", kPlayerWords))
      .Value("PLAYER");
  const SharedMatchOptions shared = AddMatchOptions(command, &options->match);
  command
      .Add("--anchor", &options->anchor,
           "Player that is rated 0 (default: random; the first player if random does not play)")
      .Value("PLAYER");
  const Option results =
      command
          .Add("--results", &options->results,
               "Keep results in this file of JSON lines, and play only the games it lacks")
          .Value("FILE");
  command
      .Add("--dir", &options->dir,
           "Keep games and results (results.jsonl) in this folder, and share the games with all "
           "processes that run the same command")
      .Value("DIR")
      .Excludes(results);
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "Also prints, for each rule set, what playing the attackers is worth and how many games are\n"
      "drawn between two equal players, weak ones and strong ones.\n\n"
      "Examples:\n"
      "  raichi rate random greedy alphabeta:2 runs/x --results ratings.jsonl\n"
      "  raichi rate --results ratings.jsonl --anchor greedy    # plays nothing");
  command.Run([options, shared] {
    options->rules_given = shared.rules.IsGiven();
    std::vector<std::string> players = options->players;
    if (!options->anchor.empty()) players.push_back(options->anchor);
    CheckObeyed(shared.search, players);
    RunRate(*options);
  });
}

}  // namespace raichi
