#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/board/position.h"
#include "rules/rules.h"
#include "rules/symmetry.h"

namespace raichi {

/// Sets of up to 64 things as the bits of a word, and their number among all sets of their size
/// (the combinatorial number system): {c0 < c1 < …} has the number C(c0, 1) + C(c1, 2) + …

/// Pascal's triangle. `kChoose[n][k]` is the number of sets of k out of n things.
inline constexpr auto kChoose = [] {
  std::array<std::array<uint64_t, 65>, 65> rows{};
  for (size_t n = 0; n < rows.size(); ++n) {
    rows[n][0] = 1;
    for (size_t k = 1; k <= n; ++k) rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
  }
  return rows;
}();
constexpr uint64_t Choose(int n, int k) {
  return k > n ? 0 : kChoose[static_cast<size_t>(n)][static_cast<size_t>(k)];
}

constexpr uint64_t Bit(int i) { return uint64_t{1} << i; }

/// Calls `visit(int)` for each member of a set, in ascending order.
template <typename Visitor>
constexpr void ForEachBit(uint64_t set, Visitor visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

/// The members of a set without those of `taken`, which it does not meet, as if these did not
/// exist.
constexpr uint64_t Closed(uint64_t set, uint64_t taken) {
  uint64_t closed = 0;
  ForEachBit(set, [&](int i) { closed |= Bit(i - std::popcount(taken & (Bit(i) - 1))); });
  return closed;
}

/// The opposite: the members of `closed` among the things that are not `taken`.
constexpr uint64_t Opened(uint64_t closed, uint64_t taken) {
  uint64_t set = 0;
  for (int i = 0; closed != 0; ++i) {
    if ((taken >> i & 1) != 0) continue;
    if ((closed & 1) != 0) set |= Bit(i);
    closed >>= 1;
  }
  return set;
}

/// The number of a set among the sets of its size, from 0.
constexpr uint64_t RankOf(uint64_t set) {
  uint64_t rank = 0;
  int k = 0;
  ForEachBit(set, [&](int i) { rank += Choose(i, ++k); });
  return rank;
}

/// The set of `count` out of `n` things with this number.
constexpr uint64_t SetOfRank(uint64_t rank, int count, int n) {
  uint64_t set = 0;
  for (int i = n - 1; count > 0; --i) {
    if (Choose(i, count) > rank) continue;
    rank -= Choose(i, count--);
    set |= Bit(i);
  }
  return set;
}

/// Where pieces can stand while a game goes on, at least: closed under the symmetries.
struct Places {
  uint64_t men = 0;   // attackers and defenders
  uint64_t king = 0;  // without the goals

  /// How many squares are left for men if the king stands on `square`.
  int RoomBeside(int square) const;
};
Places PlacesOf(const Rules& rules, const std::vector<Symmetry>& symmetries);

/// The most men of each side: those of the setup.
struct Material {
  int attackers = 0;
  int defenders = 0;  // without the king
};
Material MaterialOf(const Rules& rules);

/// The largest board whose squares are the bits of one word.
inline constexpr int kMaxSolvedSize = 8;

/// Squares are numbered rank by rank, a1 first.
constexpr int NumberOf(Square s, int size) { return (s.y() - 1) * size + s.x() - 1; }
constexpr Square SquareOf(int number, int size) {
  return Square(number % size + 1, number / size + 1);
}
/// A set of squares as the bits of a word.
uint64_t BitsOf(const SquareSet& set, int size);

/// What a solved position consists of: the men of both sides, the king, who is always on the board
/// while the game goes on, and the side to move. There are neither strays, closed camps nor a royal
/// attacker (limits.h).
struct Placement {
  uint64_t attackers = 0;
  uint64_t defenders = 0;  // without the king
  int king = 0;
  Side to_move = Side::kAttackers;

  bool operator==(const Placement&) const = default;
};

Placement PlacementOf(const Position& position, int size);
Position PositionOf(const Placement& placement, int size);

/// The placement after a legal move, which had the effect `step` and did not capture the king.
Placement Played(const Placement& before, Move move, const Step& step, int size);

}  // namespace raichi
