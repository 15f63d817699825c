#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcts/leaf_batch.h"
#include "selfplay/play/game_slot.h"

namespace raichi {

/// Counters of a self-play run at one moment.
struct SelfPlayStats {
  uint64_t games = 0;
  uint64_t plies = 0;           // In finished games, including random openings.
  uint64_t searched_turns = 0;  // Turns with visits.
  uint64_t full_turns = 0;      // Turns that are policy targets.
  uint64_t proven_turns = 0;    // Turns whose search proved the position.
  uint64_t visits = 0;          // Of all searched turns, including reused subtrees.

  uint64_t attackers_wins = 0;
  uint64_t defenders_wins = 0;
  uint64_t draws = 0;
  uint64_t repetitions = 0;  // Ended by repetition, whatever its result.
  uint64_t cut_games = 0;    // Ended by a limit on plies.
  uint64_t past_games = 0;   // Between different models.

  uint64_t resigned = 0;
  uint64_t resign_tests = 0;   // Played out although a side would have resigned.
  uint64_t false_resigns = 0;  // Resign tests that this side did not lose.

  // How far a model was from policy targets and outcomes of which it had learned nothing, summed in
  // whole units, so that the order of the games does not matter. Games cut short do not count.
  uint64_t surprises = 0, surprise_units = 0;  // each the 1 / kSurpriseScale of a nat
  uint64_t outcomes = 0, error_units = 0;      // each the 1 / kErrorScale of a squared distance
  static constexpr double kErrorScale = 1 << 20;

  uint64_t batches = 0;
  uint64_t evaluations = 0;  // Leaves in all batches.
  uint64_t batch_room = 0;   // Slots, or leaves where these are more, in all batches.

  double MeanPlies() const { return Ratio(plies, games); }
  double ProvenFraction() const { return Ratio(proven_turns, searched_turns); }
  /// Returns the fraction of resign tests that the resigning side did not lose; 0 without tests.
  double FalseResignRate() const { return Ratio(false_resigns, resign_tests); }
  /// Mean policy surprise, in nats (PolicySurprise); 0 if none was recorded.
  double Surprise() const { return Ratio(surprise_units, surprises) / kSurpriseScale; }
  /// Mean squared distance of the network's value from the outcome, both in [-1, 1].
  double ValueError() const { return Ratio(error_units, outcomes) / kErrorScale; }
  double BatchFill() const { return Ratio(evaluations, batch_room); }

 private:
  static double Ratio(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

/// The counters of SelfPlayStats while the run goes on: workers add to them, and any thread may
/// read them. Thread-safe.
class SelfPlayProgress {
 public:
  void AddGame(const FinishedGame& game);
  void AddBatch(size_t leaves, size_t slots);
  /// Returns the current counts.
  SelfPlayStats Snapshot() const;

 private:
  mutable std::mutex mutex_;
  SelfPlayStats stats_;
};

/// Player of many self-play games in lock-step on one thread. Each batch holds the leaves that the
/// games' searches need next (`GameSlot::SelectLeaves`), so there is no virtual loss. After the
/// first games a step allocates little besides what recorded turns and new games need. The games do
/// not depend on which other games the worker plays.
class Worker {
 public:
  /// Returns the next game to play, or nothing if no more games will come.
  using NextGame = std::function<std::optional<GameTicket>()>;
  using GameOver = std::function<void(FinishedGame)>;

  /// Returns the most leaves that a worker with `slots` games has in a batch. Few games fill more
  /// than their number, because a full search may have several leaves.
  static int BatchOf(int slots) { return std::max(slots, kLeastBatch); }

  /// Creates a worker with `slots` games. `setup`, `evaluator` and `progress` must outlive it. An
  /// evaluator receives at most `BatchOf(slots)` leaves per call.
  Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator, SelfPlayProgress* progress);

  /// Replaces the evaluators and the counters. `past_evaluator` may be null if no game has a past
  /// model.
  void Use(Evaluator* evaluator, Evaluator* past_evaluator, SelfPlayProgress* progress);
  /// Continues the games in progress with other models, which their records also name.
  void Rename(const std::string& model, const std::string& past_model);

  /// Returns the records of the games in progress (GameSlot::InProgress).
  std::vector<GameRecord> GamesInProgress() const;

  /// Runs one batch: takes the leaves of as many slots as fit, evaluates them, and returns the
  /// answers. If games have two models, only the leaves for the model with more leaves are
  /// evaluated; the others wait. A slot whose game is over passes it to `game_over` and begins the
  /// next. Returns the number of leaves evaluated, which is 0 once there is nothing left to play.
  size_t Step(const NextGame& next_game, const GameOver& game_over);

 private:
  static constexpr int kLeastBatch = 64;  // docs/performance.md, "Several leaves of one game"
  using Leaves = std::span<const LeafRequest>;

  struct Slot {
    explicit Slot(const SelfPlaySetup* setup) : game(setup) {}
    void Answer(std::span<const Evaluation> evaluations) {
      game.Answer(evaluations);
      waiting = false;
    }
    GameSlot game;
    bool busy = false;
    bool waiting = false;  // Its leaves are in a batch that is not yet evaluated.
  };
  Leaves NextLeaves(Slot* slot, const NextGame& next_game, const GameOver& game_over);
  bool Add(Slot* slot, Leaves leaves);

  std::deque<Slot> slots_;
  const size_t most_leaves_;                // Of a batch.
  size_t first_ = 0;                        // The slot whose leaves the next batch takes first.
  std::array<LeafBatch<Slot>, 2> batches_;  // By ModelRole.
  SelfPlayProgress* progress_;
  bool more_games_ = true;
};

}  // namespace raichi
