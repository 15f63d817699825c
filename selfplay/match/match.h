#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "mcts/players/player.h"
#include "selfplay/records/record.h"
#include "stats/ratings/match_result.h"
#include "stats/ratings/sprt.h"

namespace raichi {

/// Settings of a match between players `a` and `b`. It consists of pairs of games that share an
/// opening and swap sides, so that neither the opening nor the side favours a player.
struct MatchConfig {
  RulesPtr rules;
  std::optional<Position> start;  // of every game; if not set, the setup of the rules
  std::optional<Side> a_side;     // If set, `a` plays this side in every game: none are swapped.
  uint64_t pairs = 50;
  uint64_t seed = 0;
  uint64_t first_pair = 0;  // Continues a match after this many pairs.
  /// Length of the random opening, which is the same in both games of a pair.
  int opening_random_plies = 4;
  /// If set, the random opening of a pair follows from this number and that of the pair alone
  /// (PlaySharedOpening), so that matches under different rules may share it.
  std::optional<uint64_t> shared_opening_seed;
  /// If not empty, the opening of pair n begins with the n-th of these legal moves of the setup,
  /// counted from `first_pair` and around.
  std::vector<Move> first_moves;
  int max_plies = 512;              // A game of this length is a draw by ply limit.
  int concurrent_pairs = 32;        // Per worker; their games form the batch.
  bool one_game_at_a_time = false;  // Per worker, for players with time limits.
  bool keep_records = false;
  std::optional<SprtConfig> sprt;  // If set, the match stops at its decision.
};
/// Throws UsageError naming the value that is invalid.
void CheckConfig(const MatchConfig& config);
/// The side of `a` in the first or second game of a pair.
Side SideOfA(const MatchConfig& config, size_t game);

/// Returns the number of pairs that each worker should play at once, at most `most`, such that
/// every worker has some pairs and batches are no larger than the number of games.
int ConcurrentPairs(uint64_t pairs, int workers, int most);

/// The result of a finished pair.
struct PairResult {
  uint64_t index = 0;                                                  // Within this match.
  std::array<Side, 2> a_sides = {Side::kAttackers, Side::kDefenders};  // SideOfA
  std::array<Result, 2> results{};
  std::array<int, 2> plies{};
  /// Records of both games, if kept. Ids count from 2 * first_pair.
  std::vector<GameRecord> records;

  /// Returns the half points of `a`, 0 to 4, which index the classes of Pentanomial.
  size_t HalfPoints() const;
};

/// The results of a match so far.
struct MatchOutcome {
  MatchResult result;
  Pentanomial pairs{};
  uint64_t plies = 0;
  std::optional<SprtStatus> sprt;   // Set if the match has a test.
  std::vector<GameRecord> records;  // Empty unless kept.
  uint64_t num_pairs() const;
};

/// Running count of a match. Pairs finish in any order; they are counted in the order of their
/// indices, up to the first missing pair or the pair at which the test decides. The outcome
/// therefore depends only on (config, players). `config` must outlive the tally.
class MatchTally {
 public:
  using OnPair = std::function<void(const MatchOutcome&)>;
  MatchTally(const MatchConfig& config, std::string a, std::string b);

  /// Adds a finished pair. Calls `on_pair`, if not empty, after each pair that can now be counted.
  void Add(PairResult pair, const OnPair& on_pair);
  bool IsDone() const { return done_; }
  const MatchOutcome& outcome() const { return outcome_; }
  MatchOutcome TakeOutcome() { return std::move(outcome_); }

 private:
  void Count(PairResult pair);

  const MatchConfig& config_;
  MatchOutcome outcome_;
  std::map<uint64_t, PairResult> waiting_;  // Pairs that arrived before an earlier one.
  bool done_ = false;
};

/// Plays the match on this thread, `concurrent_pairs` at once in lock-step. Polls `stop`, if not
/// empty, between batches; if it returns true, the match ends with the pairs counted so far.
MatchOutcome PlayMatch(const MatchConfig& config, const PlayerKind& a, const PlayerKind& b,
                       const MatchTally::OnPair& on_pair = {},
                       const std::function<bool()>& stop = {});

/// The players of one worker's games, created on the worker's thread.
struct MatchPlayers {
  std::unique_ptr<PlayerKind> a;
  std::unique_ptr<PlayerKind> b;
};
struct MatchHooks {
  std::function<MatchPlayers(int worker)> new_players;
  /// Called after each counted pair, in the order of pairs, with the outcome so far. May be empty.
  std::function<void(const MatchOutcome& so_far)> on_pair;
  /// Polled every few hundredths of a second; returning true ends the match like a stop request.
  /// May be empty.
  std::function<bool()> should_stop;
};

/// Plays a match with up to `workers` workers, but no more than there are pairs. Returns the same
/// outcome as PlayMatch, whatever the number of workers. After a stop the outcome covers
/// the finished pairs before the first missing one.
MatchOutcome RunMatch(const MatchConfig& config, int workers, const MatchHooks& hooks,
                      const std::stop_token& stop);

}  // namespace raichi
