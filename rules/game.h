#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/board/position.h"
#include "rules/movegen.h"
#include "rules/rules.h"

namespace raichi {

/// A position with the history that the rules on repetition and on the length of games need. Moves
/// are played and taken back like on a stack; once its vectors have grown, neither allocates
/// memory.
class Game {
 public:
  explicit Game(RulesPtr rules);                   // from the setup
  Game(RulesPtr rules, const Position& position);  // from any position, with an empty history

  const Rules& rules() const { return *rules_; }
  const RulesPtr& rules_ptr() const { return rules_; }
  const Position& position() const { return positions_.back(); }
  Side to_move() const { return position().to_move(); }
  Result result() const { return states_.back().result; }
  Reason reason() const { return states_.back().reason; }
  bool IsOver() const { return result() != Result::kOngoing; }

  int ply() const { return static_cast<int>(moves_.size()); }  // plies played since the start
  int quiet_plies() const { return states_.back().quiet; }     // plies since the last capture
  /// How often the current position has occurred, this time included (at least 1).
  int Occurrences() const { return states_.back().occurrences; }
  std::span<const Move> moves() const { return moves_; }
  const Position& PositionAt(int ply) const { return positions_[static_cast<size_t>(ply)]; }

  /// Returns a hash of everything that an evaluation depends on, except the last moves: the
  /// position, how often it has occurred, and the counters of the limits that the rules have. Under
  /// `repetition.result: illegal` it includes the earlier positions, because they decide which
  /// moves are legal.
  uint64_t StateHash() const;

  /// Plays a legal move of an ongoing game.
  Step Play(Move move);
  void TakeBack();
  /// Takes back moves until `ply` moves are left.
  void Rewind(int ply);
  /// Replaces `moves` by the legal moves, without those that `repetition.result: illegal` forbids.
  /// There are none if the game is over.
  void LegalMoves(MoveList* moves) const;
  bool IsLegal(Move move) const;
  /// Returns a move that draws the game at once by `repetition.result: draw`, or no move if there
  /// is none. `moves` are the legal moves.
  Move DrawByRepetition(std::span<const Move> moves) const;
  /// Ends an ongoing game: `side` gives up, or is out of time, and the opponent wins. TakeBack
  /// undoes this together with the last move.
  void Resign(Side side) { Lose(side, Reason::kResigned); }
  void RunOutOfTime(Side side) { Lose(side, Reason::kOutOfTime); }

 private:
  struct State {
    Result result;
    Reason reason;
    int32_t quiet;
    int32_t occurrences;
  };
  void Lose(Side side, Reason reason);
  int CountOccurrences(uint64_t hash, int quiet) const;
  bool MayRepeat() const;
  bool WouldRepeat(Move move) const;
  void JudgeHistory(Side mover, State* state) const;
  void JudgeNoMoves(Side mover, State* state) const;

  RulesPtr rules_;
  std::vector<Position> positions_;  // positions_[i] after i moves
  std::vector<uint64_t> hashes_;     // their hashes, together for fast scans
  std::vector<State> states_;
  std::vector<Move> moves_;
};

}  // namespace raichi
