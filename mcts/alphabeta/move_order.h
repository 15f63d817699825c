#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/movegen.h"

namespace raichi {

/// Whether a move seems to capture a man: an enemy beside its target with a man of the mover's, or
/// a special square, behind. Cheap; rarely wrong, and then only as a guess at what to try first.
bool SeemsToCapture(const Rules& rules, const Position& position, Move move);

/// The order in which an alpha-beta search tries moves: the table's move, captures, the killers of
/// the ply (quiet moves that refuted a sibling), then by history (quiet moves that refuted
/// anything).
class MoveOrder {
 public:
  static constexpr int kMaxPly = 128;

  MoveOrder() : history_(size_t{1} << 16) {}
  void Clear();
  void Fade();  // between searches: old history counts for less

  /// Scores for `PickNext`; `scores` has room for all moves.
  void Score(const Rules& rules, const Position& position, const MoveList& moves, Move first,
             int ply, std::vector<int>* scores) const;
  void NoteRefutation(Move move, int ply, int depth);

  static bool IsQuietScore(int score) { return score < kKillerScore; }

 private:
  static constexpr int kFirstScore = 1 << 30;
  static constexpr int kCaptureScore = 1 << 29;
  static constexpr int kKillerScore = 1 << 28;

  std::vector<int> history_;  // by the move's code
  std::array<std::array<Move, 2>, kMaxPly> killers_{};
};

/// Brings the best-scored of the moves from `i` on to place `i`.
void PickNext(size_t i, MoveList* moves, std::vector<int>* scores);

}  // namespace raichi
