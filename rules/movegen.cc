#include "rules/movegen.h"

#include <bit>

namespace raichi {
namespace {

/// The squares where a slide along one line from bit `at` may stop. It reaches up to the first
/// obstacle in each direction, including it: an empty square that may not be passed may still be a
/// stop. The lines around the board are blocked, so there always is an obstacle.
uint32_t Slide(uint32_t occupied, uint32_t block, uint32_t stop, int at) {
  const uint32_t obstacles = occupied | block;
  const uint32_t above = obstacles & (~1u << at);
  const uint32_t below = obstacles & ((1u << at) - 1);
  const uint32_t up = (above ^ (above - 1)) & (~1u << at);
  const uint32_t down = (1u << at) - std::bit_floor(below);
  return (up | down) & stop & ~occupied;
}

struct Slides {
  uint32_t along_rank;
  uint32_t along_file;
};

/// Computes the moves of single pieces; repetition is ignored.
class Slider {
 public:
  Slider(const Rules& rules, const Position& position)
      : Slider(rules, position, position.to_move()) {}
  Slider(const Rules& rules, const Position& position, Side side)
      : rules_(rules), position_(position), side_(side) {}

  Slides From(Square s) const {
    const MoveMasks& masks = MasksAt(s);
    return {Slide(position_.Occupied(s.y()), masks.block[s.y()], masks.stop[s.y()], s.x()),
            Slide(position_.OccupiedFile(s.x()), masks.block_files[s.x()], masks.stop_files[s.x()],
                  s.y())};
  }
  /// Calls `visit(square, slides)` for each piece of the side to move until it returns true.
  template <typename Visitor>
  bool AnyPiece(Visitor visit) const {
    for (int y = 1; y <= rules_.size(); ++y) {
      for (uint32_t row = position_.Men(side_)[y]; row != 0; row &= row - 1) {
        const Square s(std::countr_zero(row), y);
        if (visit(s, From(s))) return true;
      }
    }
    return false;
  }

 private:
  const MoveMasks& MasksAt(Square s) const {
    const PieceClass piece = side_ == Side::kAttackers ? PieceClass::kAttacker
                             : s == position_.king()   ? PieceClass::kKing
                                                       : PieceClass::kDefender;
    return rules_.MasksOf(piece, s, !position_.IsStray(s));
  }

  const Rules& rules_;
  const Position& position_;
  const Side side_;
};

/// The `k`-th square (from 0) of a set with more than `k` squares.
Square NthSquare(const SquareSet& set, uint32_t k) {
  int y = 1;
  for (uint32_t count; k >= (count = static_cast<uint32_t>(std::popcount(set[y]))); ++y) k -= count;
  uint32_t row = set[y];
  for (; k > 0; --k) row &= row - 1;
  return Square(std::countr_zero(row), y);
}

}  // namespace

void GenerateMoves(const Rules& rules, const Position& position, MoveList* moves) {
  Slider(rules, position).AnyPiece([&](Square s, Slides to) {
    for (uint32_t row = to.along_rank; row != 0; row &= row - 1) {
      moves->Add(Move::AlongRank(s, std::countr_zero(row)));
    }
    for (uint32_t file = to.along_file; file != 0; file &= file - 1) {
      moves->Add(Move::AlongFile(s, std::countr_zero(file)));
    }
    return false;
  });
}

size_t CountMoves(const Rules& rules, const Position& position) {
  size_t count = 0;
  Slider(rules, position).AnyPiece([&](Square, Slides to) {
    count += static_cast<size_t>(std::popcount(to.along_rank) + std::popcount(to.along_file));
    return false;
  });
  return count;
}

bool HasMove(const Rules& rules, const Position& position) {
  // Nearly always, some piece stands next to an empty ordinary square.
  const SquareSet& men = position.Men(position.to_move());
  for (int y = 1; y <= rules.size(); ++y) {
    const uint32_t beside = men[y] << 1 | men[y] >> 1 | men[y - 1] | men[y + 1];
    if ((beside & rules.ordinary()[y] & ~position.Occupied(y)) != 0) return true;
  }
  return Slider(rules, position).AnyPiece([](Square, Slides to) {
    return (to.along_rank | to.along_file) != 0;
  });
}

bool IsLegal(const Rules& rules, const Position& position, Move move) {
  const Square from = move.from();
  if (from.y() > rules.size()) return false;  // a code from outside may name any square
  if (move.IsNone() || !position.Men(position.to_move()).Has(from)) return false;
  const Slides to = Slider(rules, position).From(from);
  return move.is_along_file() ? (to.along_file >> move.to().y() & 1) != 0
                              : (to.along_rank >> move.to().x() & 1) != 0;
}

bool CanMoveFrom(const Rules& rules, const Position& position, Square s) {
  const Side side = position.Men(Side::kAttackers).Has(s) ? Side::kAttackers : Side::kDefenders;
  const Slides to = Slider(rules, position, side).From(s);
  return (to.along_rank | to.along_file) != 0;
}

Move RandomMove(const Rules& rules, const Position& position, Rng* rng) {
  // Every triple (piece, axis, coordinate) is drawn equally often and kept if it is a move, so the
  // moves are equally likely; far cheaper than counting them all.
  const Slider slider(rules, position);
  const Side side = position.to_move();
  const auto pieces = static_cast<uint32_t>(position.Count(side));
  const auto size = static_cast<uint32_t>(rules.size());
  constexpr int kTries = 40;
  for (int i = 0; i < kTries && pieces > 0; ++i) {
    const uint32_t draw = rng->Below(pieces * 2 * size);
    const Square s = NthSquare(position.Men(side), draw / (2 * size));
    const auto coordinate = static_cast<int>(draw % size) + 1;
    const Slides to = slider.From(s);
    if (draw / size % 2 == 0) {
      if ((to.along_rank >> coordinate & 1) != 0) return Move::AlongRank(s, coordinate);
    } else {
      if ((to.along_file >> coordinate & 1) != 0) return Move::AlongFile(s, coordinate);
    }
  }
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  return moves.empty() ? Move() : moves[rng->Below(static_cast<uint32_t>(moves.size()))];
}

int KingRoads(const Rules& rules, const Position& position) {
  const Square king = position.king();
  if (king.IsNone()) return 0;
  const Slides to = Slider(rules, position, Side::kDefenders).From(king);
  const uint32_t left = (1u << king.x()) - 1;
  const uint32_t below = (1u << king.y()) - 1;
  uint32_t goal_file = 0;
  for (int y = 1; y <= rules.size(); ++y) goal_file |= (rules.goal()[y] >> king.x() & 1) << y;
  const uint32_t rank = to.along_rank & rules.goal()[king.y()];
  const uint32_t file = to.along_file & goal_file;
  return ((rank & left) != 0) + ((rank & ~left) != 0) + ((file & below) != 0) +
         ((file & ~below) != 0);
}

}  // namespace raichi
