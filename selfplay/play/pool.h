#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "selfplay/play/game_slot.h"
#include "selfplay/play/game_start.h"
#include "selfplay/play/selfplay_config.h"
#include "selfplay/play/worker.h"

namespace raichi {

/// The work of one call of `SelfPlayPool::Play`.
struct PoolPhase {
  uint64_t games = 0;      // Number of games to finish in this phase.
  std::string model;       // Name of the newest model, for the records.
  std::string past_model;  // Name of the past model; empty for no games against one.
  /// Finished games of the run, for settings that change as it progresses.
  int64_t games_so_far = 0;
};

struct PoolHooks {
  using NewEvaluator = std::function<std::unique_ptr<Evaluator>(int worker)>;
  /// Creates a worker's evaluator. Called on the worker's thread with the worker's number, from 0.
  NewEvaluator new_evaluator;
  /// Creates an evaluator for the phase's past model in the same way. May be empty if the phase has
  /// no past model.
  NewEvaluator new_past_evaluator;
  /// Receives the games that finished since the last call, on the calling thread.
  std::function<void(std::vector<GameRecord>)> on_games;
  /// Polled every few hundredths of a second on the calling thread; returning true ends `Play`
  /// early. May be empty.
  std::function<bool()> should_stop;
};

/// Continuous self-play for a run whose model changes. When a phase has enough finished games, the
/// remaining games pause and continue with the next model, so that batches stay full until the end
/// of the phase. A record names the first and the last model that played it (`000011-000012`). Not
/// thread-safe.
///
/// Games against past models have their own slots, as many on each thread as the other games have.
/// Each thread alternates between the two kinds of game so that games against past models receive
/// their share of the evaluations. Each batch therefore belongs to one model and is at least half
/// full.
///
/// Where games must not depend on timing, use PlayJob (selfplay_job.h), which plays each game with
/// one model from start to end.
class SelfPlayPool {
 public:
  /// Creates a pool of `workers` threads with `slots` games each. Game ids begin at `first_game`.
  SelfPlayPool(SelfPlaySetup setup, int workers, int slots, uint64_t first_game);
  SelfPlayPool(const SelfPlayPool&) = delete;
  SelfPlayPool& operator=(const SelfPlayPool&) = delete;

  /// Updates the handicaps and the weights of the rule sets with games from an earlier start of the
  /// run, oldest first. `Play` does the same with its own games.
  void Remember(std::span<const GameRecord> games);

  /// Goes on with games that another pool has left, before it begins new ones. Their records must
  /// be valid (CheckUnfinished). Leaves out those under other rules and, if no past models play
  /// here, those against one.
  void GoOnWith(std::vector<GameRecord> games);
  /// Whether games of the last GoOnWith wait for a slot.
  bool HasGamesToGoOnWith() const { return !begun_[0].empty() || !begun_[1].empty(); }
  /// Returns the games in progress and those that wait. Not while `Play` runs.
  std::vector<GameRecord> GamesInProgress() const;

  /// Plays with the evaluators that `hooks` creates until the phase's games are finished or a stop
  /// is requested. Passes every finished game to `on_games` before it returns. Rethrows what a
  /// worker or a hook threw.
  void Play(const PoolPhase& phase, const PoolHooks& hooks, const std::stop_token& stop,
            SelfPlayProgress* progress);

  /// Returns the visit factors of the most recent phase, by rule set and side; empty before the
  /// first phase.
  const std::vector<std::array<float, 2>>& visit_factors() const { return setup_.visit_factors; }
  /// Returns the weights of the rule sets in the most recent phase (SelfPlaySetup).
  const std::vector<double>& rule_weights() const { return setup_.rule_weights; }

 private:
  /// Makes the workers of a thread use the evaluators that `hooks` creates for it, and returns
  /// these: that of the newest model, and that of the past one or null.
  std::array<std::unique_ptr<Evaluator>, 2> Equip(size_t thread, const PoolPhase& phase,
                                                  const PoolHooks& hooks,
                                                  SelfPlayProgress* progress);
  GameTicket NextTicket(const PoolPhase& phase, bool is_past);
  /// Returns the index of the first of the setup's rule sets that is this one, if any.
  std::optional<size_t> IndexOf(const std::string& rules_yaml) const;
  /// Gives rule sets their handicaps and weights for a phase.
  void Adapt(const PoolPhase& phase);

  SelfPlaySetup setup_;
  // By thread; the second are empty if no game is against a past model.
  std::deque<Worker> workers_, past_workers_;
  std::vector<std::string> rules_yaml_;  // By rule set, as stored in records.
  // By rule set; a repeated one uses its first entry.
  std::vector<OutcomeBalance> balances_;
  std::vector<ValueCorrection> corrections_;
  // Guarded by the crew's mutex while Play runs:
  std::array<std::deque<std::shared_ptr<const BegunGame>>, 2>
      begun_;  // Those against past models last.
  uint64_t next_game_;
  uint64_t past_games_ = 0;  // Games begun against past models.
};

}  // namespace raichi
