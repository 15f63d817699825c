#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rules/error.h"
#include "rules/rng.h"
#include "selfplay/ratings.h"
#include "tools/commands.h"
#include "tools/json_log.h"
#include "tools/match_arguments.h"
#include "tools/match_json.h"
#include "tools/output.h"
#include "tools/progress.h"

namespace raichi {
namespace {

struct RateOptions {
  std::vector<std::string> players;
  MatchArguments match;
  std::string anchor;
  std::string results;
  bool json = false;
};

/// The results known so far, in a file if one is named.
class Results {
 public:
  explicit Results(const std::string& file) {
    if (file.empty()) return;
    log_.emplace(file);
    for (const Json& line : log_->lines()) results_.push_back(MatchResultFromJson(line));
  }

  void Add(const MatchResult& result) {
    results_.push_back(result);
    if (log_) log_->Append(ToJson(result));
  }
  uint64_t PairsBetween(const std::string& a, const std::string& b,
                        const std::string& rules) const {
    uint64_t games = 0;
    for (const MatchResult& result : results_) {
      const bool same = (result.a == a && result.b == b) || (result.a == b && result.b == a);
      if (same && result.rules == rules) games += result.total().games();
    }
    return games / 2;
  }
  const std::vector<MatchResult>& all() const { return results_; }

 private:
  std::optional<JsonLog> log_;
  std::vector<MatchResult> results_;
};

/// Plays every player against every other, as far as the results do not hold the games yet.
class RoundRobin {
 public:
  RoundRobin(const RateOptions& options, Results* results)
      : options_(options), config_(MatchOf(options.match)), results_(results) {
    std::set<std::string> seen;
    for (const std::string& word : options.players) {
      names_.push_back(PlayerName(word, options.match.players));
      if (!seen.insert(names_.back()).second) {
        throw UsageError("rate: player '" + names_.back() + "' is named twice");
      }
    }
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
    const uint64_t known = results_->PairsBetween(names_[i], names_[j], config_.rules->data().name);
    if (known >= options_.match.pairs) return;
    MatchConfig config = config_;
    config.pairs = options_.match.pairs - known;
    config.seed = Mix64(options_.match.seed + known);
    const MatchReport report =
        PlayMatchOf(config, options_.match, options_.players[i], options_.players[j], interrupt_,
                    [&](const MatchReport& so_far) { Show(i, j, so_far, config.pairs); });
    if (report.num_pairs() > 0) results_->Add(report.result);
  }

  void Show(size_t i, size_t j, const MatchReport& so_far, uint64_t pairs) {
    if (!progress_.IsDue()) return;
    const size_t pairings = names_.size() * (names_.size() - 1) / 2;
    progress_.Show(fmt::format("pairing {} of {}: {} against {}: {}", pairing_, pairings, names_[i],
                               names_[j], DescribeProgress(so_far, pairs)));
  }

  Interrupt interrupt_;  // before all that makes threads
  const RateOptions& options_;
  MatchConfig config_;
  Results* results_;
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
  Results results(options.results);
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
