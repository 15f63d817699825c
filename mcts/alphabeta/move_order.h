#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/movegen.h"

namespace raichi {

/// Returns true if a move seems to capture a man: an enemy stands next to the target square with
/// one of the mover's men, or a special square, behind it. A cheap test that is rarely wrong; use
/// it only to decide what to try first.
bool SeemsToCapture(const Rules& rules, const Position& position, Move move);

/// The order in which an alpha-beta search tries moves: the move from the table, captures, the
/// ply's killers (quiet moves that refuted a sibling), then the others by history (quiet moves that
/// refuted any position).
class MoveOrder {
 public:
  static constexpr int kMaxPly = 128;

  MoveOrder() : history_(size_t{1} << 16) {}
  void Clear();
  void Fade();  // reduces the weight of old history between searches

  /// Computes a score for each move, for `PickNext`; `scores` is resized to fit. `first` is tried
  /// first.
  void Score(const Rules& rules, const Position& position, const MoveList& moves, Move first,
             int ply, std::vector<int>* scores) const;
  void NoteRefutation(Move move, int ply, int depth);

  static bool IsQuietScore(int score) { return score < kKillerScore; }

 private:
  static constexpr int kFirstScore = 1 << 30;
  static constexpr int kCaptureScore = 1 << 29;
  static constexpr int kKillerScore = 1 << 28;

  std::vector<int> history_;  // indexed by the move's code
  std::array<std::array<Move, 2>, kMaxPly> killers_{};
};

/// Swaps the move with the best score among those from index `i` on, and its score, to index `i`.
void PickNext(size_t i, MoveList* moves, std::vector<int>* scores);

}  // namespace raichi
