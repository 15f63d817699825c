#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "selfplay/match.h"
#include "selfplay/ratings.h"
#include "tools/json_log.h"
#include "tools/run_config.h"
#include "tools/run_folder.h"

namespace raichi {

/// The measuring part of a run: plays models against the fixed players and earlier models, keeps
/// the results in metrics/matches.jsonl, one line a match, and rates all players from them.
class RunEvaluator {
 public:
  /// Hears now and then what is being played; true ends the evaluation early.
  using Tick = std::function<bool(const std::string& what)>;

  RunEvaluator(const RunConfig& config, const RunFolder& folder);

  /// Plays the matches of a model that are not in the log yet, `pairs` pairs against each opponent
  /// under each rule set. Returns false if ended early; finished matches are kept.
  bool Evaluate(int model, int pairs, const std::stop_token& stop, const Tick& tick);

  /// Ratings of all players so far, relative to the last of the fixed opponents; no players before
  /// the first match.
  RatingTable Ratings() const;
  /// The results of one model, opponent by opponent, summed over the log.
  std::vector<MatchResult> ResultsOf(int model) const;

 private:
  std::vector<std::string> OpponentsOf(int model) const;
  uint64_t PairsPlayed(const std::string& a, const std::string& b, const std::string& rules) const;
  bool PlayMatch(int model, const std::string& opponent, const RulesPtr& rules, uint64_t pairs,
                 const std::stop_token& stop, const Tick& tick);
  std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word) const;

  const RunConfig& config_;
  const RunFolder& folder_;
  const std::vector<RulesPtr> rules_;  // each once
  JsonLog log_;
};

}  // namespace raichi
