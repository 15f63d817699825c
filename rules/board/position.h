#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/rng.h"
#include "rules/board/types.h"

namespace raichi {

/// Zobrist keys (Zobrist 1970): a random word for each thing that can be true of a square. The
/// words never change, because files that are compared between machines and versions contain such
/// hashes.
class Zobrist {
 public:
  static constexpr uint64_t kDefendersToMove = 0x5bd1e995a3b1c6d7u;

  static constexpr uint64_t Piece(Square s, PieceClass piece) {
    return kKeys[static_cast<size_t>(piece)][s.code()];
  }
  static constexpr uint64_t Stray(Square s) { return Mix64(0x57a1000u + s.code()); }
  static constexpr uint64_t ClosedCamp(int camp) {
    return Mix64(0xc105000u + static_cast<uint64_t>(camp));
  }

 private:
  static constexpr size_t kSquares = 32 * (kMaxBoardSize + 2);
  using Keys = std::array<std::array<uint64_t, kSquares>, kNumClasses>;
  static constexpr Keys MakeKeys() {
    Keys keys{};
    Rng rng(1732);
    for (auto& squares : keys) {
      for (uint64_t& key : squares) key = rng();
    }
    return keys;
  }
  static const Keys kKeys;
};

inline constexpr Zobrist::Keys Zobrist::kKeys = Zobrist::MakeKeys();

inline constexpr int kMaxClosingCamps = 63;

/// The pieces on the squares, the strays, the closed camps and the side to move: a plain value of
/// 384 bytes for every board to 19x19.
///
/// It keeps a word of bits for each rank and each file. On any board size, two bit scans then find
/// how far a piece can slide along an axis, and one mask selects its legal stops
/// (docs/performance.md compares this with 128-bit bitboards and with a padded array of cells).
///
/// Aligned to cache lines: searches and perft copy it for each move.
class alignas(64) Position {
 public:
  Position() = default;  // an empty board, attackers to move

  std::optional<PieceClass> At(Square s) const {
    if (men_[0].Has(s)) return s == royal() ? PieceClass::kRoyal : PieceClass::kAttacker;
    if (!men_[1].Has(s)) return std::nullopt;
    return s == king() ? PieceClass::kKing : PieceClass::kDefender;
  }
  bool IsEmpty(Square s) const { return (Occupied(s.y()) >> s.x() & 1) == 0; }
  /// The pieces of a side. Those of the defenders include the king.
  const SquareSet& Men(Side side) const { return men_[static_cast<size_t>(side)]; }
  /// The pieces of a class.
  SquareSet PiecesOf(PieceClass piece) const {
    const Square leader = SideOf(piece) == Side::kAttackers ? royal() : king();
    SquareSet pieces;
    if (piece >= PieceClass::kKing) {
      if (!leader.IsNone()) pieces.Add(leader);
      return pieces;
    }
    pieces = Men(SideOf(piece));
    pieces.Remove(leader);
    return pieces;
  }
  uint32_t Occupied(int y) const { return men_[0][y] | men_[1][y]; }
  uint32_t OccupiedFile(int x) const { return files_[x]; }
  Square king() const { return leaders_[0]; }   // no square once he is captured
  Square royal() const { return leaders_[1]; }  // of the royal attacker; no square if there is none
  Side to_move() const { return to_move_; }
  int Count(Side side) const { return count_[static_cast<size_t>(side)]; }
  /// Whether a stray stands on `s`: an attacker on a camp square who has left that camp before or
  /// never belonged to it.
  bool IsStray(Square s) const { return strays_.Has(s); }
  const SquareSet& strays() const { return strays_; }
  /// The camps that have closed (`camps.close`): bit i for camp i, from 1.
  uint64_t closed_camps() const { return closed_camps_; }
  /// The Zobrist hash of pieces, strays, closed camps and the side to move, updated incrementally.
  uint64_t hash() const { return hash_; }
  /// Computes the same hash from scratch.
  uint64_t ComputeHash() const;

  /// Puts a piece on an empty square.
  void Put(Square s, PieceClass piece) {
    Toggle(s, piece);
    ++count_[static_cast<size_t>(SideOf(piece))];
    SetLeader(piece, s);
  }
  /// Takes a piece off its square.
  void Remove(Square s, PieceClass piece) {
    Toggle(s, piece);
    --count_[static_cast<size_t>(SideOf(piece))];
    SetLeader(piece, Square());
    SetStray(s, false);
  }
  /// Moves a piece to an empty square.
  void Relocate(Square from, Square to, PieceClass piece) {
    Toggle(from, piece);
    Toggle(to, piece);
    SetLeader(piece, to);
    SetStray(from, false);
  }
  void SetStray(Square s, bool stray) {
    if (strays_.Has(s) == stray) return;
    strays_.rows[static_cast<size_t>(s.y())] ^= 1u << s.x();
    hash_ ^= Zobrist::Stray(s);
  }
  /// Closes an open camp, from 1 to kMaxClosingCamps.
  void CloseCamp(int camp) {
    closed_camps_ |= uint64_t{1} << camp;
    hash_ ^= Zobrist::ClosedCamp(camp);
  }
  void SetToMove(Side side) {
    if (side != to_move_) hash_ ^= Zobrist::kDefendersToMove;
    to_move_ = side;
  }

  bool operator==(const Position&) const = default;

 private:
  void Toggle(Square s, PieceClass piece) {
    men_[static_cast<size_t>(SideOf(piece))][s.y()] ^= 1u << s.x();
    files_[s.x()] ^= 1u << s.y();
    hash_ ^= Zobrist::Piece(s, piece);
  }
  void SetLeader(PieceClass piece, Square s) {
    if (piece >= PieceClass::kKing) leaders_[piece == PieceClass::kRoyal] = s;
  }

  std::array<SquareSet, 2> men_{};
  SquareSet files_;  // all pieces, by file: bit y of word x
  SquareSet strays_;
  uint64_t closed_camps_ = 0;
  uint64_t hash_ = 0;
  std::array<Square, 2> leaders_{};  // of the king and the royal attacker
  std::array<int16_t, 2> count_{};
  Side to_move_ = Side::kAttackers;
};

/// What a move did. `captured[0 .. num_captured)` are the squares of the men it took; the capture
/// of the king is a result, not one of these.
struct Step {
  Result result = Result::kOngoing;  // judged by the position alone, without its history
  Reason reason = Reason::kNone;
  int num_captured = 0;
  union {
    std::array<Square, 4 * kMaxBoardSize> captured;
  };

  Step() {}  // leaves `captured` uninitialised, which the union allows
};

/// The squares to which at least one rook on `rooks` can slide on a board of `size`: along a rank
/// or file over squares of `free`, up to the first square that is not in it, which counts. `speed`
/// is the largest number of squares; 0: no limit. All rooks slide at once, by sums and fills of
/// whole ranks, as in chess programs. `rooks` and `free` must have no squares off the board.
SquareSet ReachOf(const SquareSet& rooks, const SquareSet& free, int size, int speed);

}  // namespace raichi
