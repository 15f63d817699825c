#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "console/interrupt.h"
#include "console/output.h"
#include "run/players/players.h"
#include "selfplay/match/match.h"

namespace raichi {

/// The options that `match` and `rate` share.
struct MatchArguments {
  std::string rules = "linnaeus";
  uint64_t pairs = 50;
  uint64_t seed = 1;
  int opening_plies = 4;
  int random_replies = 0;  // first turns of the second player in each game that are random
  int workers = 0;         // 0: one per processor core
  PlayerSettings players;
};

/// The match that the options ask for. Throws Error or UsageError.
MatchConfig MatchOf(const MatchArguments& arguments);

/// Opens the players of a worker.
MatchPlayers OpenMatchPlayers(const std::string& a, const std::string& b,
                              const MatchArguments& arguments, int worker);

/// Plays a match between the players that two words name; each worker has its own players. Calls
/// `show` with the match so far a few times per second. The result has the rules' DistinctName.
MatchOutcome PlayMatchOf(const MatchConfig& config, const MatchArguments& arguments,
                         const std::string& a, const std::string& b, const Interrupt& interrupt,
                         const std::function<void(const MatchOutcome& so_far)>& show);

/// `12 of 50 pairs, 14.5 of 24 points, ` and DescribeElo, and if the match has a sequential test,
/// `, LLR 0.31 (-2.94 to 2.94)`: its log-likelihood ratio and the bounds at which it decides.
std::string DescribeProgress(const MatchOutcome& so_far, uint64_t pairs);

/// The output of `raichi match` for an outcome with at least one pair. `test` is the sequential
/// test of the outcome, if it has one.
Json MatchToJson(const MatchOutcome& outcome, const SprtConfig& test);
/// A table for people, one element per line.
std::vector<std::string> FormatMatch(const MatchOutcome& outcome, const SprtConfig& test);

/// `elo +12, 95 % interval -3 to +27`. If every pair was won or lost, for which the estimate is
/// infinite, the finite bound: `elo at least +191 (95 %; all pairs won)`.
std::string DescribeElo(const EloEstimate& elo);

/// Reads the hypotheses of a sequential test, as in `0,20`, into `test`. Throws UsageError.
void ParseSprt(const std::string& text, SprtConfig* test);

}  // namespace raichi
