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

/// The results of players whom a chain of games connects with the last of the run's fixed
/// opponents. An evaluation that was cut short may not have come to it, and other starts may have
/// had another.
std::vector<MatchResult> RatedResults(std::vector<MatchResult> results,
                                      const std::vector<std::string>& opponents);
/// The ratings from these, relative to that opponent.
RatingTable RateResults(const std::vector<MatchResult>& results,
                        const std::vector<std::string>& opponents);
/// The results of `player` as `a`, opponent by opponent.
std::vector<MatchResult> SumResultsOf(const std::vector<MatchResult>& results,
                                      const std::string& player);

/// The measuring part of a run: plays models against the fixed players and earlier models, keeps
/// the results in metrics/matches.jsonl, one line per match, and rates all players from them. A
/// result counts for a model only if it was played with the model's present weights.
class RunEvaluator {
 public:
  /// Called now and then with what is being played; true ends the evaluation early.
  using Tick = std::function<bool(const std::string& what)>;

  /// Enters each result in `ledger` before the log. Damaged models are set aside.
  RunEvaluator(const RunConfig& config, const RunFolder& folder, Ledger* ledger);

  /// Plays the matches of a model that are not in the log yet, `pairs` pairs against each opponent
  /// under each rule set. Returns false if ended early; finished matches are kept.
  bool Evaluate(int model, int pairs, const std::stop_token& stop, const Tick& tick);

  /// Ratings of all players so far; no players before the first match.
  RatingTable Ratings() const { return RateResults(Results(), config_.evaluation.opponents); }
  /// The rated results of one model, opponent by opponent, summed over the log.
  std::vector<MatchResult> ResultsOf(int model) const {
    return SumResultsOf(RatedResults(Results(), config_.evaluation.opponents),
                        RunFolder::Numbered(model));
  }

 private:
  std::vector<MatchResult> Results() const;
  std::vector<std::string> OpponentsOf(int model) const;
  bool CanPlay(const std::string& model) const;
  /// WeightsChecksum of a model of the run; empty for a fixed player.
  std::string WeightsOf(const std::string& player);
  Json ToLine(const MatchResult& result, const Rules& rules);
  /// Pairs in the log between these players as they are today, by these rules.
  uint64_t PairsPlayed(const std::string& a, const std::string& b, const Rules& rules);
  bool PlayMatch(int model, const std::string& opponent, const RulesPtr& rules, uint64_t pairs,
                 const std::stop_token& stop, const Tick& tick);
  std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, int worker,
                                         int games_at_once) const;

  const RunConfig& config_;
  const RunFolder& folder_;
  Ledger* ledger_;
  const std::vector<RulesPtr> rules_;  // each once
  JsonLog log_;
  std::map<std::string, std::string> weights_;  // WeightsOf, by model
};

}  // namespace raichi
