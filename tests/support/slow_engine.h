#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "rules/rule_set.h"

namespace raichi::slow {

/// A second, slow implementation of docs/rules.md: characters on a grid, one function per sentence
/// and no tables. It shares no code with rules/ except for the plain data of RuleSet.

/// File and rank of a square, counted from 1.
struct At {
  int x = 0;
  int y = 0;
  auto operator<=>(const At&) const = default;
};
std::string Text(At at);

struct SlowMove {
  At from, to;
  auto operator<=>(const SlowMove&) const = default;
};
std::string Text(SlowMove move);

/// A board of characters: `t` is an attacker, `h` an attacker that has not left its camp (only if
/// the rules distinguish those), `T` a defender, `K` the king and `.` an empty square.
struct Board {
  int size = 0;
  std::vector<std::string> ranks;  // ranks[0] is rank 1
  char to_move = 'a';              // 'a' or 'd'

  bool Has(At at) const { return at.x >= 1 && at.y >= 1 && at.x <= size && at.y <= size; }
  char Get(At at) const {
    return ranks[static_cast<size_t>(at.y - 1)][static_cast<size_t>(at.x - 1)];
  }
  void Set(At at, char piece) {
    ranks[static_cast<size_t>(at.y - 1)][static_cast<size_t>(at.x - 1)] = piece;
  }
  bool operator==(const Board&) const = default;
};
/// Returns position text as in docs/rules.md, but without the strays.
std::string Text(const Board& board);

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
  /// Parses position text. Every attacker on a camp square counts as not having left its camp.
  Board Parse(const std::string& text) const;

  std::vector<SlowMove> Moves(const Board& board) const;
  Outcome Play(const Board& board, SlowMove move) const;
  uint64_t Perft(const Board& board, int depth) const;  // counts the last ply without playing it
  int KingRoads(const Board& board) const;
  int CampOf(At at) const;  // number of the camp, from 1; 0 outside camps

 private:
  bool IsThrone(At at) const;
  bool IsCorner(At at) const;
  bool IsRim(At at) const;
  bool IsGoal(At at) const;
  bool ListedForCamp(const ClassSet& words, char piece, At home, At camp_square) const;
  bool MayStop(char piece, At from, At at) const;
  bool MayPass(char piece, At from, At at) const;
  std::vector<At> Stops(const Board& board, At from, At step) const;

  bool CanSupport(char piece, char victim) const;
  bool IsHostile(const Board& board, At at, char victim, At victim_at) const;
  bool Captures(char piece) const;
  void CaptureMen(At moved, Board* board, std::set<At>* captured) const;
  void CaptureShieldwalls(At moved, Board* board, std::set<At>* captured) const;
  bool KingIsCaptured(const Board& board, At moved) const;
  KingCapture WayToCapture(At king) const;

  bool IsEncircled(const Board& board) const;
  bool HasExitFort(const Board& board) const;
  static std::set<At> InsideOf(const Board& board, At king, const std::set<At>& walls);
  bool IsUnbreakable(const Board& board, At at, const std::set<At>& inside,
                     const std::set<At>& safe) const;
  bool IsHostileSpecial(const Board& board, At at) const;
  bool AttackersMayStopOn(At at) const;
  void Judge(char mover, Outcome* outcome) const;

  RuleSet rules_;
  bool tells_camps_apart_ = false;
  std::vector<std::vector<int>> camps_;  // [y][x], from 1
};

/// Returns the king's square, or {0, 0} if he was captured.
At FindKing(const Board& board);
std::vector<At> Neighbours(At at);
/// Returns 'a' for an attacker, 'd' for a defender or the king, and '.' for an empty square.
char OwnerOf(char piece);
PieceClass ClassOf(char piece);  // requires a piece, not '.'

}  // namespace raichi::slow
