#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

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

  uint64_t batches = 0;
  uint64_t evaluations = 0;  // Leaves in all batches.
  uint64_t batch_room = 0;   // Slots, or leaves where these are more, in all batches.

  double MeanPlies() const { return Ratio(plies, games); }
  double ProvenFraction() const { return Ratio(proven_turns, searched_turns); }
  /// Returns the fraction of resign tests that the resigning side did not lose; 0 without tests.
  double FalseResignRate() const { return Ratio(false_resigns, resign_tests); }
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

}  // namespace raichi
