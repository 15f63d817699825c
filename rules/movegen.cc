#include "rules/movegen.h"

#include <bit>
#include <type_traits>

#include "rules/board/position.h"
#include "rules/hostility.h"

namespace raichi {
namespace {

/// One rank or file: its pieces, the squares that the moving piece may not pass, and those on which
/// it may stop.
struct Lane {
  uint32_t occupied, block, stop;
};

/// Opens or closes the squares of closed camps on a line for a class of pieces.
void ApplyClosed(const Rules& rules, PieceClass piece, uint32_t closed, Lane* lane) {
  if (closed == 0) return;
  lane->stop = rules.MayStopOnClosed(piece) ? lane->stop | closed : lane->stop & ~closed;
  lane->block = rules.MayPassClosed(piece) ? lane->block & ~closed : lane->block | closed;
}

/// The squares where a slide along one line from bit `at` may stop. It reaches up to the first
/// obstacle in each direction, including it: an empty square that may not be passed may still be a
/// stop. The squares around the board are blocked, so there is always an obstacle.
uint32_t Slide(const Lane& lane, int at) {
  const uint32_t obstacles = lane.occupied | lane.block;
  const uint32_t above = obstacles & (~1u << at);
  const uint32_t below = obstacles & ((1u << at) - 1);
  const uint32_t up = (above ^ (above - 1)) & (~1u << at);
  const uint32_t down = (1u << at) - std::bit_floor(below);
  return (up | down) & lane.stop & ~lane.occupied;
}

struct Slides {
  uint32_t along_rank;
  uint32_t along_file;
};

/// Returns the bits that are at most `reach` away from bit `at`.
uint32_t Within(int at, int reach) {
  const uint64_t bits = (uint64_t{2} << (2 * reach)) - 1;
  return static_cast<uint32_t>(at >= reach ? bits << (at - reach) : bits >> (reach - at));
}

/// Computes the moves of single pieces; ignores repetition. `kByMasks` selects a faster version for
/// rules with Rules::moves_by_masks.
template <bool kByMasks>
class Slider {
 public:
  Slider(const Rules& rules, const Position& position, Side side)
      : rules_(rules),
        position_(position),
        side_(side),
        has_homes_(side == Side::kAttackers && rules.tells_camps_apart()) {
    if constexpr (!kByMasks) {
      camps_.closed = ClosedCampSquares(rules, position);
      ForEachSquare(camps_.closed, rules.size(),
                    [this](Square s) { camps_.files[s.x()] |= 1u << s.y(); });
    }
  }

  Slides From(Square s) const { return {AlongRank(s), AlongFile(s)}; }
  uint32_t AlongRank(Square s) const {
    const PieceClass piece = ClassAt(s);
    const MoveMasks& masks = MasksOf(piece, s);
    Lane rank{position_.Occupied(s.y()), masks.block[s.y()], masks.stop[s.y()]};
    if constexpr (!kByMasks) Limit(piece, camps_.closed[s.y()], s.x(), &rank);
    return Slide(rank, s.x());
  }
  uint32_t AlongFile(Square s) const {
    const PieceClass piece = ClassAt(s);
    const MoveMasks& masks = MasksOf(piece, s);
    Lane file{position_.OccupiedFile(s.x()), masks.block_files[s.x()], masks.stop_files[s.x()]};
    if constexpr (!kByMasks) Limit(piece, camps_.files[s.x()], s.y(), &file);
    return Slide(file, s.y());
  }
  /// Calls `visit(square, slides)` for each piece of the side until it returns true.
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
  const MoveMasks& MasksOf(PieceClass piece, Square s) const {
    return rules_.MasksOf(piece, s, has_homes_ && !position_.IsStray(s));
  }
  PieceClass ClassAt(Square s) const {
    if (side_ == Side::kDefenders) {
      return s == position_.king() ? PieceClass::kKing : PieceClass::kDefender;
    }
    const bool is_royal = !kByMasks && s == position_.royal();
    return is_royal ? PieceClass::kRoyal : PieceClass::kAttacker;
  }
  /// Applies closed camps and the speed limit to the line of a piece at bit `at`.
  void Limit(PieceClass piece, uint32_t closed, int at, Lane* lane) const {
    ApplyClosed(rules_, piece, closed, lane);
    if (const int speed = rules_.SpeedOf(piece); speed > 0) lane->stop &= Within(at, speed);
  }

  const Rules& rules_;
  const Position& position_;
  const Side side_;
  const bool has_homes_;  // whether it matters which attackers have left their camps
  struct None {};
  struct ClosedCamps {
    SquareSet closed, files;  // by rank and by file
  };
  std::conditional_t<kByMasks, None, ClosedCamps> camps_;
};

/// Calls `use` with an object that computes the moves of `side`.
template <typename Use>
auto WithSlider(const Rules& rules, const Position& position, Side side, Use use) {
  return rules.moves_by_masks() ? use(Slider<true>(rules, position, side))
                                : use(Slider<false>(rules, position, side));
}

/// The moves of the piece on `s`, whichever side is to move.
Slides SlidesFrom(const Rules& rules, const Position& position, Square s) {
  const Side side = position.Men(Side::kAttackers).Has(s) ? Side::kAttackers : Side::kDefenders;
  return WithSlider(rules, position, side, [s](const auto& slider) { return slider.From(s); });
}

/// Adds the squares to which some piece of `men` could move. All are of class `piece`, and
/// attackers who have not left their camp if `camp` is not 0.
void AddStops(const Rules& rules, const Position& position, const SquareSet& men, PieceClass piece,
              int camp, SquareSet* stops) {
  const MoveMasks& masks = rules.MasksOf(piece, camp);
  const SquareSet closed = ClosedCampSquares(rules, position);
  SquareSet may_stop, may_pass;
  for (int y = 1; y <= rules.size(); ++y) {
    const uint32_t occupied = position.Occupied(y);
    Lane rank{occupied, masks.block[y], masks.stop[y]};
    ApplyClosed(rules, piece, closed[y], &rank);
    may_stop[y] = rank.stop & ~occupied;
    may_pass[y] = ~(rank.block | occupied);
  }
  const SquareSet reach = ReachOf(men, may_pass, rules.size(), rules.SpeedOf(piece));
  *stops = Union(*stops, Intersection(reach, may_stop));
}

/// The `k`-th square (from 0) of a set with more than `k` squares.
Square NthSquare(const SquareSet& set, uint32_t k) {
  int y = 1;
  for (uint32_t count; k >= (count = static_cast<uint32_t>(std::popcount(set[y]))); ++y) k -= count;
  uint32_t row = set[y];
  for (; k > 0; --k) row &= row - 1;
  return Square(std::countr_zero(row), y);
}

/// Draws a move by rejection: draws triples (piece, axis, coordinate) uniformly until one is a
/// legal move, so all moves are equally likely. This is far cheaper than generating all moves.
/// Returns no move if a fixed number of draws has failed.
template <bool kByMasks>
Move TryRandomMove(const Slider<kByMasks>& slider, const Rules& rules, const Position& position,
                   Rng* rng) {
  const Side side = position.to_move();
  const auto pieces = static_cast<uint32_t>(position.Count(side));
  const auto size = static_cast<uint32_t>(rules.size());
  constexpr int kTries = 40;
  for (int i = 0; i < kTries && pieces > 0; ++i) {
    const uint32_t draw = rng->Below(pieces * 2 * size);
    const uint32_t line = draw / size;
    const Square s = NthSquare(position.Men(side), line / 2);
    const auto coordinate = static_cast<int>(draw - line * size) + 1;
    const bool along_file = line % 2 != 0;
    const uint32_t to = along_file ? slider.AlongFile(s) : slider.AlongRank(s);
    if ((to >> coordinate & 1) != 0) {
      return along_file ? Move::AlongFile(s, coordinate) : Move::AlongRank(s, coordinate);
    }
  }
  return Move();
}

}  // namespace

void GenerateMoves(const Rules& rules, const Position& position, MoveList* moves) {
  const auto add = [moves](Square s, Slides to) {
    for (uint32_t row = to.along_rank; row != 0; row &= row - 1) {
      moves->Add(Move::AlongRank(s, std::countr_zero(row)));
    }
    for (uint32_t file = to.along_file; file != 0; file &= file - 1) {
      moves->Add(Move::AlongFile(s, std::countr_zero(file)));
    }
    return false;
  };
  WithSlider(rules, position, position.to_move(),
             [&](const auto& slider) { slider.AnyPiece(add); });
}

size_t CountMoves(const Rules& rules, const Position& position) {
  size_t count = 0;
  const auto add = [&count](Square, Slides to) {
    count += static_cast<size_t>(std::popcount(to.along_rank) + std::popcount(to.along_file));
    return false;
  };
  WithSlider(rules, position, position.to_move(),
             [&](const auto& slider) { slider.AnyPiece(add); });
  return count;
}

bool HasMove(const Rules& rules, const Position& position) {
  // Nearly always, some piece stands next to an empty ordinary square.
  const SquareSet& men = position.Men(position.to_move());
  for (int y = 1; y <= rules.size(); ++y) {
    const uint32_t beside = men[y] << 1 | men[y] >> 1 | men[y - 1] | men[y + 1];
    if ((beside & rules.ordinary()[y] & ~position.Occupied(y)) != 0) return true;
  }
  return WithSlider(rules, position, position.to_move(), [](const auto& slider) {
    return slider.AnyPiece([](Square, Slides to) { return (to.along_rank | to.along_file) != 0; });
  });
}

bool IsLegal(const Rules& rules, const Position& position, Move move) {
  const Square from = move.from();
  if (from.y() > rules.size()) return false;  // a move that was read as text may name any square
  if (move.IsNone() || !position.Men(position.to_move()).Has(from)) return false;
  const Slides to = SlidesFrom(rules, position, from);
  return move.is_along_file() ? (to.along_file >> move.to().y() & 1) != 0
                              : (to.along_rank >> move.to().x() & 1) != 0;
}

bool CanMoveFrom(const Rules& rules, const Position& position, Square s) {
  const Slides to = SlidesFrom(rules, position, s);
  return (to.along_rank | to.along_file) != 0;
}

SquareSet StopsOf(const Rules& rules, const Position& position, Square s) {
  SquareSet stops;
  if (position.IsEmpty(s)) return stops;
  const Slides to = SlidesFrom(rules, position, s);
  for (uint32_t file = to.along_file; file != 0; file &= file - 1) {
    stops.Add(Square(s.x(), std::countr_zero(file)));
  }
  stops[s.y()] |= to.along_rank;
  return stops;
}

SquareSet StopsOfMen(const Rules& rules, const Position& position, Side side) {
  SquareSet stops;
  const auto add = [&](const SquareSet& men, PieceClass piece, int camp) {
    if (men != SquareSet()) AddStops(rules, position, men, piece, camp, &stops);
  };
  if (side == Side::kDefenders) {
    add(position.PiecesOf(PieceClass::kDefender), PieceClass::kDefender, 0);
    return stops;
  }
  for (const PieceClass piece : {PieceClass::kAttacker, PieceClass::kRoyal}) {
    SquareSet men = position.PiecesOf(piece);
    for (int camp = 1; rules.tells_camps_apart() && camp <= rules.NumCamps(); ++camp) {
      const SquareSet home = rules.AtHome(camp, men, position);
      add(home, piece, camp);
      men = Difference(men, home);
    }
    add(men, piece, 0);
  }
  return stops;
}

Move RandomMove(const Rules& rules, const Position& position, Rng* rng) {
  const Move move = WithSlider(rules, position, position.to_move(), [&](const auto& slider) {
    return TryRandomMove(slider, rules, position, rng);
  });
  if (!move.IsNone()) return move;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  return moves.empty() ? Move() : moves[rng->Below(static_cast<uint32_t>(moves.size()))];
}

int KingRoads(const Rules& rules, const Position& position) {
  const Square king = position.king();
  if (king.IsNone()) return 0;
  const Slides to = SlidesFrom(rules, position, king);
  const uint32_t left = (1u << king.x()) - 1;
  const uint32_t below = (1u << king.y()) - 1;
  uint32_t goal_file = 0;
  for (int y = 1; y <= rules.size(); ++y) goal_file |= (rules.goal()[y] >> king.x() & 1) << y;
  const uint32_t rank = to.along_rank & rules.goal()[king.y()];
  const uint32_t file = to.along_file & goal_file;
  return ((rank & left) != 0) + ((rank & ~left) != 0) + ((file & below) != 0) +
         ((file & ~below) != 0);
}

uint64_t Perft(const Rules& rules, const Position& position, int depth) {
  if (depth == 0) return 1;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  uint64_t leaves = 0;
  for (const Move move : moves) {
    Position next = position;
    const Step step = Play(rules, move, &next);
    if (depth == 1) {
      ++leaves;
    } else if (step.result == Result::kOngoing) {
      leaves += Perft(rules, next, depth - 1);
    }
  }
  return leaves;
}

}  // namespace raichi
