#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/matches/match_results.h"
#include "console/output.h"
#include "console/progress.h"
#include "rules/error.h"
#include "selfplay/ratings/ratings.h"
#include "tools/commands/commands.h"
#include "tools/commands/match_arguments.h"

namespace raichi {
namespace {

struct RateOptions {
  std::vector<std::string> players;
  MatchArguments match;
  std::string anchor;
  std::string results;
  bool json = false;
};

/// Plays every player against every other, as far as the results do not hold the games yet.
class RoundRobin {
 public:
  RoundRobin(const RateOptions& options, MatchResults* results)
      : options_(options), results_(results) {
    std::set<std::string> seen;
    for (const std::string& word : options.players) {
      names_.push_back(PlayerName(word, options.match.players));
      if (!seen.insert(names_.back()).second) {
        throw UsageError("rate: player '" + names_.back() + "' is named twice");
      }
    }
    WarnOfUntrained({options.players.begin(), options.players.end()},
                    *MatchOf(options.match).rules);
  }

  void Play() {
    const size_t players = names_.size();
    for (size_t i = 0; i < players; ++i) {
      for (size_t j = i + 1; j < players && !interrupt_.IsRequested(); ++j) PlayPairing(i, j);
    }
  }

 private:
  void PlayPairing(size_t i, size_t j) {
    ++pairing_;
    PlayMissingPairs(
        {options_.players[i], options_.players[j], names_[i], names_[j]}, options_.match,
        interrupt_, [&](const MatchReport& so_far, uint64_t pairs) { Show(i, j, so_far, pairs); },
        results_);
  }

  void Show(size_t i, size_t j, const MatchReport& so_far, uint64_t pairs) {
    if (!progress_.IsDue()) return;
    const size_t pairings = names_.size() * (names_.size() - 1) / 2;
    progress_.Show(fmt::format("pairing {} of {}: {} against {}: {}", pairing_, pairings, names_[i],
                               names_[j], DescribeProgress(so_far, pairs)));
  }

  Interrupt interrupt_;  // before all that makes threads
  const RateOptions& options_;
  MatchResults* results_;
  std::vector<std::string> names_;
  Progress progress_;
  size_t pairing_ = 0;
};

Json ToJson(const EloWithError& value) { return {{"elo", value.elo}, {"error", value.error}}; }

Json ToJson(const Tally& tally) {
  return {{"wins", tally.wins}, {"draws", tally.draws}, {"losses", tally.losses}};
}

void PrintAsJson(const RatingTable& table) {
  for (const Rating& rating : table.ratings) {
    PrintJson(Json{{"player", rating.player},
                   {"elo", rating.rating.elo},
                   {"error", rating.rating.error},
                   {"attackers", ToJson(rating.attackers)},
                   {"defenders", ToJson(rating.defenders)}});
  }
  for (const SideTerm& side : table.sides) {
    PrintJson(
        Json{{"rules", side.rules}, {"attackers_advantage", ToJson(side.attackers_advantage)}});
  }
  PrintJson(Json{{"draw_fraction", table.draw_fraction}, {"anchor", table.anchor}});
}

void RunRate(const RateOptions& options) {
  MatchResults results(options.results);
  if (options.players.size() == 1) throw UsageError("rate: expected at least two players");
  if (options.players.empty() && options.results.empty()) {
    throw UsageError("rate: expected players, or --results FILE with games played before");
  }
  RatingOptions rating;
  if (!options.anchor.empty()) rating.anchor = PlayerName(options.anchor, options.match.players);
  if (!options.players.empty()) RoundRobin(options, &results).Play();
  const RatingTable table = Rate(results.all(), rating);
  if (options.json) return PrintAsJson(table);
  for (const std::string& line : FormatRatings(table)) PrintLine(line);
}

}  // namespace

void AddRateCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("rate", "Rate players by games of each against each, with error bars");
  auto options = std::make_shared<RateOptions>();
  command->add_option("players", options->players, std::string("Players: ") + kPlayerWords);
  AddMatchOptions(*command, &options->match);
  command
      ->add_option("--anchor", options->anchor,
                   "Player that is rated 0 (default: random, if it plays)")
      ->type_name("PLAYER");
  command
      ->add_option("--results", options->results,
                   "Keep results in this file of JSON lines, and play only what it lacks")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "One JSON object a line");
  command->callback([options] { RunRate(*options); });
}

}  // namespace raichi
