#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "mcts/players/player_kind.h"
#include "selfplay/match/match.h"

namespace raichi {

/// The players of one worker's games, made on its thread.
struct MatchPlayers {
  std::unique_ptr<PlayerKind> a;
  std::unique_ptr<PlayerKind> b;
};
struct MatchHooks {
  std::function<MatchPlayers(int worker)> new_players;
  /// After each pair, in the order of pairs, with the match so far. May be empty.
  std::function<void(const MatchReport& so_far)> on_pair;
  /// Asked every few hundredths of a second; true ends the match as a stop request does. May be
  /// empty.
  std::function<bool()> should_stop;
};

/// Plays a match with several workers, no more than there are pairs. The same report as PlayMatch
/// gives (match.h), whatever the number of workers; on a stop, the pairs finished so far, up to the
/// first that is missing.
MatchReport RunMatch(const MatchConfig& config, int workers, const MatchHooks& hooks,
                     const std::stop_token& stop);

}  // namespace raichi
