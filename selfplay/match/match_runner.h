#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "mcts/players/player_kind.h"
#include "selfplay/match/match.h"

namespace raichi {

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
/// outcome as PlayMatch (match.h), whatever the number of workers. After a stop the outcome covers
/// the finished pairs before the first missing one.
MatchOutcome RunMatch(const MatchConfig& config, int workers, const MatchHooks& hooks,
                      const std::stop_token& stop);

}  // namespace raichi
