#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/rng.h"
#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Legal moves of a position. At most four lines of movement end on any square, which bounds the
/// list.
class MoveList {
 public:
  MoveList() {}  // leaves the moves uninitialised, which the union allows
  void Add(Move move) { moves_[size_++] = move; }
  void Clear() { size_ = 0; }
  void Truncate(size_t size) { size_ = size; }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](size_t i) const { return moves_[i]; }
  Move& operator[](size_t i) { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  const Move* data() const { return moves_.data(); }

 private:
  size_t size_ = 0;
  union {
    std::array<Move, 4 * kMaxBoardSize * kMaxBoardSize> moves_;
  };
};

/// Plays a legal move: moves the piece, captures, passes the turn and tests the ends that need no
/// history (docs/rules.md, "The end", up to "cannot move"). Does not allocate.
Step Play(const Rules& rules, Move move, Position* position);

/// Appends the moves that the position allows (Game::LegalMoves also knows repetition), in a fixed
/// order: by square (rank 1 first, file a first), along the rank and then the file, ascending.
void GenerateMoves(const Rules& rules, const Position& position, MoveList* moves);
size_t CountMoves(const Rules& rules, const Position& position);
bool HasMove(const Rules& rules, const Position& position);
bool IsLegal(const Rules& rules, const Position& position, Move move);
/// Whether the piece on `s` could move if its side were to move.
bool CanMoveFrom(const Rules& rules, const Position& position, Square s);
/// The squares to which the piece on `s` could move if its side were to move: speed limits and
/// closed camps count, repetition does not. None if `s` is empty.
SquareSet StopsOf(const Rules& rules, const Position& position, Square s);
/// The squares to which some man of the side could move in the same way.
SquareSet StopsOfMen(const Rules& rules, const Position& position, Side side);
/// Returns a uniformly random legal move, or no move if there is no legal one.
Move RandomMove(const Rules& rules, const Position& position, Rng* rng);
/// Returns the number of directions, at most four, in which the king could reach a goal with one
/// move, whoever is to move. By Linnaeus' law 6, one is raichi and two or more are tuichu.
int KingRoads(const Rules& rules, const Position& position);

/// Counts the sequences of `depth` legal moves. A sequence ends early if the position alone ends
/// the game; history is ignored. Plays and tests the last moves too, rather than only counting
/// them.
uint64_t Perft(const Rules& rules, const Position& position, int depth);

}  // namespace raichi
