#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "rules/rule_set.h"
#include "tests/support/slow_board.h"

namespace raichi::slow {

/// A second, slow implementation of docs/rules.md: characters on a grid, one function per sentence
/// and no tables. It shares no code with rules/ except for the plain data of RuleSet.

/// Outcome of a move. `result` and `reason` are words as in the test vectors, empty while the game
/// goes on.
struct Outcome {
  Board board;
  std::set<At> captured;  // captured men; a captured king is removed from the board but not listed
  std::string result, reason;
};

class SlowEngine {
 public:
  explicit SlowEngine(const RuleSet& rules);

  const RuleSet& rules() const { return rules_; }
  Board Start() const;
  /// Parses position text. Every attacker on a camp square that is not listed as a stray, nor
  /// stands on a closed camp, counts as not having left its camp.
  Board Parse(const std::string& text) const;
  /// Returns the whole position text, with the strays and the closed camps.
  std::string FullText(const Board& board) const;

  std::vector<SlowMove> Moves(const Board& board) const;
  Outcome Play(const Board& board, SlowMove move) const;
  uint64_t Perft(const Board& board, int depth) const;  // counts the last ply without playing it
  int KingRoads(const Board& board) const;
  int CampOf(At at) const;  // number of the camp, from 1; 0 outside camps
  bool IsGoal(At at) const;

 private:
  bool IsThrone(At at) const;
  bool IsCorner(At at) const;
  bool IsRim(At at) const;
  bool ListedForCamp(const ClassSet& words, char piece, At home, At camp_square) const;
  bool MayStop(const Board& board, char piece, At from, At at) const;
  bool MayPass(const Board& board, char piece, At from, At at) const;
  int SpeedOf(char piece) const;
  std::vector<At> Stops(const Board& board, At from, At step) const;

  bool CanSupport(char piece, char victim) const;
  bool IsHostile(const Board& board, At at, char victim, At victim_at) const;
  bool Captures(char piece) const;
  void CaptureMen(At moved, Board* board, std::set<At>* captured) const;
  void CaptureShieldwalls(At moved, const Board& board, std::set<At>* captured) const;
  bool ClosesRow(const Board& board, At end, At moved, char man) const;
  void CloseCamps(Board* board) const;
  bool KingIsCaptured(const Board& board, At moved) const;
  KingCapture WayToCapture(At king) const;

  bool IsEncircled(const Board& board) const;
  bool HasExitFort(const Board& board) const;
  static std::set<At> InsideOf(const Board& board, At king, const std::set<At>& walls);
  bool IsUnbreakable(const Board& board, At at, const std::set<At>& inside,
                     const std::set<At>& safe) const;
  bool IsHostileSpecial(const Board& board, At at) const;
  bool AttackersMayStopOn(const Board& board, At at) const;
  void Judge(char mover, bool royal_captured, Outcome* outcome) const;

  RuleSet rules_;
  bool tells_camps_apart_ = false;
  std::vector<std::vector<int>> camps_;  // [y][x], from 1
};

}  // namespace raichi::slow
