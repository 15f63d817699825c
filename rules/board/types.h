#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace raichi {

inline constexpr int kMinBoardSize = 5;
inline constexpr int kMaxBoardSize = 19;

enum class Side : uint8_t { kAttackers, kDefenders };
constexpr Side Opponent(Side side) {
  return side == Side::kAttackers ? Side::kDefenders : Side::kAttackers;
}

/// The classes of pieces. The royal attacker is one of the attackers, but some rules apply to him
/// alone.
enum class PieceClass : uint8_t { kAttacker, kDefender, kKing, kRoyal };
inline constexpr size_t kNumClasses = 4;
constexpr Side SideOf(PieceClass piece) {
  return piece == PieceClass::kAttacker || piece == PieceClass::kRoyal ? Side::kAttackers
                                                                       : Side::kDefenders;
}

/// The result of a game, or kOngoing.
enum class Result : uint8_t { kOngoing, kAttackersWin, kDefendersWin, kDraw };
constexpr Result WinFor(Side side) {
  return side == Side::kAttackers ? Result::kAttackersWin : Result::kDefendersWin;
}
/// Returns 1 if `side` won, -1 if it lost, else 0.
constexpr float ValueFor(Side side, Result result) {
  if (result == WinFor(side)) return 1;
  return result == WinFor(Opponent(side)) ? -1.0f : 0.0f;
}

/// The reason why a game ended (docs/rules.md, "The end"). New ones come last: records of studies
/// store the number.
enum class Reason : uint8_t {
  kNone,
  kKingCaptured,
  kRoyalCaptured,
  kKingEscaped,
  kNoAttackers,
  kEncircled,
  kExitFort,
  kNoMoves,
  kRepetition,
  kQuietLimit,
  kPlyLimit,
  kResigned,   // by a player; the rules never give this reason
  kOutOfTime,  // nor this one
};

/// A square. `x` and `y` count files and ranks from 1, so that the squares around the board exist
/// as 0 and size + 1 and neighbours need no bounds checks. Ten bits: x in the low five, then y.
class Square {
 public:
  constexpr Square() = default;  // no square
  constexpr Square(int x, int y) : code_(static_cast<uint16_t>(y << 5 | x)) {}
  static constexpr Square FromCode(uint16_t code) { return Square(code & 31, code >> 5); }

  constexpr int x() const { return code_ & 31; }
  constexpr int y() const { return code_ >> 5; }
  constexpr uint16_t code() const { return code_; }
  constexpr bool IsNone() const { return code_ == 0; }
  constexpr auto operator<=>(const Square&) const = default;

 private:
  uint16_t code_ = 0;
};

/// A step to a neighbouring square.
struct Direction {
  int dx, dy;
};
/// The four directions of movement; `kDirections[3 - i]` is opposite to `kDirections[i]`.
inline constexpr std::array<Direction, 4> kDirections = {{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};
constexpr Square Neighbour(Square s, Direction d) { return Square(s.x() + d.dx, s.y() + d.dy); }

/// A move. Every piece moves like a rook, so a move consists of the square that it leaves and the
/// coordinate that replaces the square's x (along a rank) or y (along a file). Sixteen bits; the
/// captures follow from the position.
class Move {
 public:
  constexpr Move() = default;  // no move
  static constexpr Move AlongRank(Square from, int x) { return Move(from, 0, x); }
  static constexpr Move AlongFile(Square from, int y) { return Move(from, 1, y); }
  /// `from` and `to` share a rank or a file and differ.
  static constexpr Move Between(Square from, Square to) {
    return from.y() == to.y() ? AlongRank(from, to.x()) : AlongFile(from, to.y());
  }
  static constexpr Move FromCode(uint16_t code) {
    Move move;
    move.code_ = code;
    return move;
  }

  constexpr Square from() const { return Square::FromCode(code_ & 1023); }
  constexpr Square to() const {
    const int coordinate = code_ >> 11;
    return is_along_file() ? Square(from().x(), coordinate) : Square(coordinate, from().y());
  }
  constexpr bool is_along_file() const { return (code_ >> 10 & 1) != 0; }
  /// Returns the number of squares moved, negative towards file a or rank 1.
  constexpr int step() const {
    const int axis = code_ >> 10 & 1;
    return (code_ >> 11) - (code_ >> 5 * axis & 31);
  }
  constexpr uint16_t code() const { return code_; }
  constexpr bool IsNone() const { return code_ == 0; }
  constexpr auto operator<=>(const Move&) const = default;

 private:
  constexpr Move(Square from, int axis, int coordinate)
      : code_(static_cast<uint16_t>(coordinate << 11 | axis << 10 | from.code())) {}
  uint16_t code_ = 0;
};

/// A set of squares: one word for each rank, bit x of word y, with an empty rim of words and bits
/// around the board. Large enough for every board size; a 9x9 board uses nine of the words.
struct SquareSet {
  std::array<uint32_t, kMaxBoardSize + 2> rows{};

  constexpr bool Has(int x, int y) const { return (rows[static_cast<size_t>(y)] >> x & 1) != 0; }
  constexpr bool Has(Square s) const { return Has(s.x(), s.y()); }
  constexpr void Add(Square s) { rows[static_cast<size_t>(s.y())] |= 1u << s.x(); }
  constexpr void Remove(Square s) { rows[static_cast<size_t>(s.y())] &= ~(1u << s.x()); }
  constexpr uint32_t operator[](int y) const { return rows[static_cast<size_t>(y)]; }
  constexpr uint32_t& operator[](int y) { return rows[static_cast<size_t>(y)]; }
  constexpr bool operator==(const SquareSet&) const = default;
};

constexpr SquareSet Union(SquareSet a, const SquareSet& b) {
  for (size_t i = 0; i < a.rows.size(); ++i) a.rows[i] |= b.rows[i];
  return a;
}
constexpr SquareSet Intersection(SquareSet a, const SquareSet& b) {
  for (size_t i = 0; i < a.rows.size(); ++i) a.rows[i] &= b.rows[i];
  return a;
}
constexpr SquareSet Difference(SquareSet a, const SquareSet& b) {
  for (size_t i = 0; i < a.rows.size(); ++i) a.rows[i] &= ~b.rows[i];
  return a;
}

/// Calls `visit(Square)` for each square of `set` on a board of `size`, rank 1 first, file a first.
template <typename Visitor>
constexpr void ForEachSquare(const SquareSet& set, int size, Visitor visit) {
  for (int y = 1; y <= size; ++y) {
    for (uint32_t row = set[y]; row != 0; row &= row - 1) visit(Square(__builtin_ctz(row), y));
  }
}

}  // namespace raichi
