#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "mcts/players/player.h"
#include "selfplay/ratings/match_result.h"
#include "selfplay/ratings/sprt.h"
#include "selfplay/records/record.h"

namespace raichi {

/// A match between players `a` and `b`: pairs of games that share an opening and swap sides, so
/// that neither the opening nor the side favours one of them.
struct MatchConfig {
  RulesPtr rules;
  uint64_t pairs = 50;
  uint64_t seed = 0;
  uint64_t first_pair = 0;          // > 0: goes on after that many pairs of a match
  int opening_random_plies = 4;     // the same random moves in both games of a pair
  int max_plies = 512;              // then the game is a draw by ply limit
  int concurrent_pairs = 32;        // per worker; their games are the batch
  bool one_game_at_a_time = false;  // per worker: for players that think by the clock
  bool keep_records = false;
  std::optional<SprtConfig> sprt;  // stop at its decision
};
/// Throws UsageError naming the value that makes no sense.
void CheckConfig(const MatchConfig& config);

/// Pairs that each worker should play at once, at most `most`: some for every worker, and no larger
/// batches than there are games.
int ConcurrentPairs(uint64_t pairs, int workers, int most);

/// A pair that was played: game 0 has `a` as attackers, game 1 `b`.
struct PairResult {
  uint64_t index = 0;  // in this match
  std::array<Result, 2> results{};
  std::array<int, 2> plies{};
  std::vector<GameRecord> records;  // of both games, if kept; ids count from 2 * first_pair

  /// Half points of `a`, 0 to 4: the class of Pentanomial.
  size_t HalfPoints() const;
};

/// What a match has found so far.
struct MatchReport {
  MatchResult result;
  Pentanomial pairs{};
  uint64_t plies = 0;
  std::optional<SprtStatus> sprt;   // where the match has a test
  std::vector<GameRecord> records;  // if kept
  uint64_t num_pairs() const;
};

/// Puts pairs, which finish in any order, into that of their indices and counts them up to the
/// first that is missing or the one at which the test decides: the report depends on (config,
/// players) alone.
class MatchTally {
 public:
  using OnPair = std::function<void(const MatchReport&)>;
  MatchTally(const MatchConfig& config, std::string a, std::string b);

  /// Calls `on_pair`, if not empty, after each pair that this one lets it count.
  void Add(PairResult pair, const OnPair& on_pair);
  bool IsDone() const { return done_; }
  const MatchReport& report() const { return report_; }
  MatchReport TakeReport() { return std::move(report_); }

 private:
  void Count(PairResult pair);

  const MatchConfig& config_;
  MatchReport report_;
  std::map<uint64_t, PairResult> waiting_;  // for the pairs before them
  bool done_ = false;
};

/// Plays the match on this thread, `concurrent_pairs` at once in lock-step. `stop`, if not empty,
/// is asked between batches; true ends the match with the pairs counted so far.
MatchReport PlayMatch(const MatchConfig& config, const PlayerKind& a, const PlayerKind& b,
                      const MatchTally::OnPair& on_pair = {},
                      const std::function<bool()>& stop = {});

}  // namespace raichi
