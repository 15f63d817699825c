#pragma once

#include <compare>
#include <set>
#include <string>
#include <vector>

#include "rules/rule_set.h"

namespace raichi::slow {

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
/// the rules distinguish those), `b` the royal attacker, `B` the royal attacker if he has not left
/// his camp, `T` a defender, `K` the king and `.` an empty square.
struct Board {
  int size = 0;
  std::vector<std::string> ranks;  // ranks[0] is rank 1
  char to_move = 'a';              // 'a' or 'd'
  std::set<int> closed;            // the camps that have closed, by CampOf

  bool Has(At at) const { return at.x >= 1 && at.y >= 1 && at.x <= size && at.y <= size; }
  char Get(At at) const {
    return ranks[static_cast<size_t>(at.y - 1)][static_cast<size_t>(at.x - 1)];
  }
  void Set(At at, char piece) {
    ranks[static_cast<size_t>(at.y - 1)][static_cast<size_t>(at.x - 1)] = piece;
  }
  bool operator==(const Board&) const = default;
};
/// Returns position text as in docs/rules.md, but without the strays and the closed camps.
std::string Text(const Board& board);

/// Returns the king's square, or {0, 0} if he was captured.
At FindKing(const Board& board);
/// Returns the royal attacker's square, or {0, 0} if there is none.
At FindRoyal(const Board& board);
/// Returns the squares of the board in the order of their names: by rank, then by file.
std::vector<At> AllSquares(const Board& board);
std::vector<At> Neighbours(At at);
/// Returns 'a' for an attacker, 'd' for a defender or the king, and '.' for an empty square.
char OwnerOf(char piece);
bool IsRoyal(char piece);
bool HasRoyal(const RuleSet& rules);  // whether the setup has a royal attacker
/// Returns true if the list of classes names the piece or its class.
bool Names(const ClassSet& words, char piece);  // requires a piece, not '.'

}  // namespace raichi::slow
