#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/ledger.h"
#include "run/files/metrics.h"
#include "selfplay/match/match.h"
#include "selfplay/ratings/ratings.h"

namespace raichi {

/// Returns the results of the players that a chain of games connects with the last of the run's
/// fixed opponents. Other players cannot be rated, because their evaluation ended before they met
/// that opponent or because an earlier start had other opponents.
std::vector<MatchResult> RatedResults(std::vector<MatchResult> results,
                                      const std::vector<std::string>& opponents);
/// Rates the players of RatedResults relative to that opponent.
RatingTable RateResults(const std::vector<MatchResult>& results,
                        const std::vector<std::string>& opponents);
/// Returns the results with `player` as `a`, summed for each opponent and rule set.
std::vector<MatchResult> SumResultsOf(const std::vector<MatchResult>& results,
                                      const std::string& player);

/// The evaluation part of a run: plays models against the fixed players and against earlier models,
/// stores the results in metrics/matches.jsonl, one line per match, and rates all players from
/// them. A result counts for a model only if it was played with the model's present weights.
class RunEvaluator {
 public:
  /// Called a few times a second with a description of the match that is being played; returning
  /// true ends the evaluation early.
  using Tick = std::function<bool(const std::string& what)>;

  /// Appends each result to `ledger` first and then to metrics/matches.jsonl. Sets damaged models
  /// aside. All arguments must outlive the evaluator.
  RunEvaluator(const RunConfig& config, const RunFolder& folder, Ledger* ledger);

  /// Plays the matches of a model that are not in matches.jsonl yet: `pairs` pairs of games against
  /// each opponent under each rule set. Returns false if `stop` or `tick` ended it early; the pairs
  /// that were finished are kept.
  bool Evaluate(int model, int pairs, const std::stop_token& stop, const Tick& tick);

  /// Returns the ratings of all players so far, which are none before the first match.
  RatingTable Ratings() const { return RateResults(Results(), config_.evaluation.opponents); }
  /// Returns the rated results of one model, summed for each opponent and rule set.
  std::vector<MatchResult> ResultsOf(int model) const {
    return SumResultsOf(RatedResults(Results(), config_.evaluation.opponents),
                        RunFolder::Numbered(model));
  }

 private:
  std::vector<MatchResult> Results() const;
  std::vector<std::string> OpponentsOf(int model) const;
  bool CanPlay(const std::string& model) const;
  /// Returns the WeightsChecksum of a model of the run, or an empty text for a fixed player.
  std::string WeightsOf(const std::string& player);
  Json ToLine(const MatchResult& result, const Rules& rules);
  /// Counts the pairs in matches.jsonl between these players with their present weights, under
  /// these rules.
  uint64_t PairsPlayed(const std::string& a, const std::string& b, const Rules& rules);
  bool PlayMatch(int model, const std::string& opponent, const RulesPtr& rules, uint64_t pairs,
                 const std::stop_token& stop, const Tick& tick);
  std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, int worker,
                                         int games_at_once) const;

  const RunConfig& config_;
  const RunFolder& folder_;
  Ledger* ledger_;
  const std::vector<RulesPtr> rules_;  // without repeats
  JsonLog log_;
  std::map<std::string, std::string> weights_;  // results of WeightsOf by model
};

}  // namespace raichi
