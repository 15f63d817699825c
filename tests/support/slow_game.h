#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/support/slow_engine.h"

namespace raichi::slow {

/// A game played by the slow engine. It counts repetitions by comparing boards as text.
class SlowGame {
 public:
  SlowGame(const SlowEngine* engine, const Board& start);

  const Board& board() const { return board_; }
  const std::string& result() const { return result_; }  // empty while play goes on
  const std::string& reason() const { return reason_; }
  int Occurrences() const { return seen_.at(Key(board_)); }
  int quiet() const { return quiet_; }

  /// Returns the legal moves without those that `repetition: illegal` forbids; none after the game.
  std::vector<SlowMove> Moves() const;
  Outcome Play(SlowMove move);  // returns the outcome as far as it depends on the board alone

 private:
  static std::string Key(const Board& board);
  bool IsForbidden(SlowMove move) const;
  void EndWithoutMoves(char mover);  // `mover` could still move, its opponent not
  void JudgeHistory(char mover);

  const SlowEngine* engine_;
  Board board_;
  std::map<std::string, int> seen_;
  std::string result_, reason_;
  int ply_ = 0;
  int quiet_ = 0;
};

}  // namespace raichi::slow
