#include "rules/copenhagen.h"

#include <vector>

#include "rules/hostility.h"
#include "rules/movegen.h"

namespace raichi {
namespace {

/// The captures of rows by the piece that just moved to `to`.
class RowCapturer {
 public:
  RowCapturer(const Rules& rules, Square to, Side mover, Position* position, Step* step)
      : rules_(rules), to_(to), mover_(mover), position_(position), step_(step) {}

  /// Captures rows along one edge. `inward` leads from that edge to the middle of the board.
  void CaptureAlong(Direction inward) {
    const Direction outward{-inward.dx, -inward.dy};
    const Direction along{inward.dy, inward.dx};
    const Square beyond = Neighbour(to_, outward);
    if (!rules_.board().Has(beyond)) {  // `to` is on the edge: it may be an end of two rows
      CaptureRow(Neighbour(to_, along), along, inward);
      CaptureRow(Neighbour(to_, {-along.dx, -along.dy}), along, inward);
    } else if (rules_.data().shieldwall_move == ShieldwallMove::kAny &&
               !rules_.board().Has(Neighbour(beyond, outward))) {
      CaptureRow(beyond, along, inward);  // `to` is in front of one of its squares
    }
  }

 private:
  /// Captures the row that contains the square `part`, if it can be captured.
  void CaptureRow(Square part, Direction along, Direction inward) {
    const SquareSet& enemies = position_->Men(Opponent(mover_));
    if (!enemies.Has(part)) return;
    const Direction back{-along.dx, -along.dy};
    Square first = part;
    while (enemies.Has(Neighbour(first, back))) first = Neighbour(first, back);
    int length = 0;
    Square end = first;
    for (; enemies.Has(end); end = Neighbour(end, along), ++length) {
      if (!TakesPart(Neighbour(end, inward))) return;
    }
    if (length < 2 || !Closes(Neighbour(first, back)) || !Closes(end)) return;
    for (Square s = first; s != end; s = Neighbour(s, along)) {
      if (s != position_->king()) Capture(s);
    }
  }

  /// Whether the piece on `s` belongs to the mover's side and takes part in the capture, by moving
  /// or by standing there.
  bool TakesPart(Square s) const {
    if (!position_->Men(mover_).Has(s)) return false;
    return s == to_ || s != position_->king() ||
           CanAnvil(rules_.data().king.armed, PieceClass::kKing);
  }
  /// Whether the square `end`, next to the end of a row, closes the row. Every row of attackers
  /// contains one who is not royal, and a corner that is hostile to him is hostile to all
  /// attackers.
  bool Closes(Square end) const {
    if (TakesPart(end)) return true;
    const PieceClass man =
        mover_ == Side::kAttackers ? PieceClass::kDefender : PieceClass::kAttacker;
    return rules_.data().shieldwall_ends == ShieldwallEnds::kCorners && rules_.corners().Has(end) &&
           position_->IsEmpty(end) && rules_.HostileEmpty(man).Has(end);
  }
  void Capture(Square s) {
    position_->Remove(s, *position_->At(s));
    step_->captured[static_cast<size_t>(step_->num_captured++)] = s;
  }

  const Rules& rules_;
  const Square to_;
  const Side mover_;
  Position* position_;
  Step* step_;
};

}  // namespace

void CaptureShieldwalls(const Rules& rules, Square to, Side mover, Position* position, Step* step) {
  const bool from_front = rules.data().shieldwall_move == ShieldwallMove::kAny;
  if (!rules.rim().Has(to) && !from_front) return;
  RowCapturer rows(rules, to, mover, position, step);
  for (const Direction inward : kDirections) rows.CaptureAlong(inward);
}

namespace {

/// Finds the largest fort: starts with all defenders and removes those that can be captured.
class FortFinder {
 public:
  FortFinder(const Rules& rules, const Position& position)
      : rules_(rules), position_(position), walls_(position.PiecesOf(PieceClass::kDefender)) {}

  bool Find() {
    do {
      FloodInside();
      for (int y = 1; y <= rules_.size(); ++y) {
        if ((inside_[y] & position_.Men(Side::kAttackers)[y]) != 0) return false;
      }
    } while (DropBreakable());
    return true;
  }

 private:
  void FloodInside() {
    SquareSet open, seed;
    for (int y = 1; y <= rules_.size(); ++y) open[y] = rules_.board()[y] & ~walls_[y];
    seed.Add(position_.king());
    inside_ = Flood(seed, open, rules_.size());
  }

  /// Whether `s` is a special square hostile to defenders, or lies off the board where the edge is.
  bool IsHostileSpecial(Square s) const {
    return rules_.HostileAlways(PieceClass::kDefender).Has(s) ||
           (position_.IsEmpty(s) && rules_.HostileEmpty(PieceClass::kDefender).Has(s));
  }
  bool IsReachable(Square s) const {
    return rules_.board().Has(s) && !inside_.Has(s) && !walls_.Has(s);
  }
  bool IsExposed(Square s) const { return IsReachable(s) || IsHostileSpecial(s); }
  bool CanAttackerMoveTo(Square s) const {
    return IsReachable(s) && (MayStop(PieceClass::kAttacker, s) ||
                              (!position_.royal().IsNone() && MayStop(PieceClass::kRoyal, s)));
  }
  /// Whether an attacker may stop on `s`, now or once its camp has closed.
  bool MayStop(PieceClass attacker, Square s) const {
    if (rules_.camps_close() && rules_.CampOf(s) != 0 && rules_.MayStopOnClosed(attacker)) {
      return true;
    }
    return !IsInClosedCamp(rules_, position_, s) &&
           (rules_.MasksOf(attacker, s, false).stop.Has(s) ||
            rules_.MasksOf(attacker, s, true).stop.Has(s));
  }
  bool CanBeTakenBetween(Square a, Square b) const {
    return IsExposed(a) && IsExposed(b) && (CanAttackerMoveTo(a) || CanAttackerMoveTo(b));
  }

  bool DropBreakable() {
    std::vector<Square> broken;
    ForEachSquare(walls_, rules_.size(), [&](Square s) {
      if (CanBeTakenBetween(Square(s.x() - 1, s.y()), Square(s.x() + 1, s.y())) ||
          CanBeTakenBetween(Square(s.x(), s.y() - 1), Square(s.x(), s.y() + 1)) ||
          (rules_.data().shieldwall && CanBeTakenInRow(s))) {
        broken.push_back(s);
      }
    });
    for (const Square s : broken) walls_.Remove(s);
    return !broken.empty();
  }

  /// Whether `s` is in a row along some edge that a shieldwall could capture.
  bool CanBeTakenInRow(Square s) const {
    const int size = rules_.size();
    return (s.y() == 1 && IsOpenRow(s, 1, 0, 0, 1)) ||
           (s.y() == size && IsOpenRow(s, 1, 0, 0, -1)) ||
           (s.x() == 1 && IsOpenRow(s, 0, 1, 1, 0)) || (s.x() == size && IsOpenRow(s, 0, 1, -1, 0));
  }
  bool CanCloseRow(Square end) const {
    if (IsReachable(end)) return true;
    return rules_.data().shieldwall_ends == ShieldwallEnds::kCorners && rules_.board().Has(end) &&
           IsHostileSpecial(end);
  }
  bool IsOpenRow(Square s, int dx, int dy, int inward_x, int inward_y) const {
    const SquareSet& defenders = position_.Men(Side::kDefenders);
    int length = 1;
    bool ends_open = true;
    if (!IsReachable(Square(s.x() + inward_x, s.y() + inward_y))) return false;
    for (const int sign : {-1, 1}) {
      Square at(s.x() + sign * dx, s.y() + sign * dy);
      for (; defenders.Has(at); at = Square(at.x() + sign * dx, at.y() + sign * dy), ++length) {
        if (!IsReachable(Square(at.x() + inward_x, at.y() + inward_y))) return false;
      }
      ends_open = ends_open && CanCloseRow(at);
    }
    return length >= 2 && ends_open;
  }

  const Rules& rules_;
  const Position& position_;
  SquareSet walls_;   // defenders not yet found breakable, without the king
  SquareSet inside_;  // squares that the king reaches without crossing walls_
};

}  // namespace

bool HasExitFort(const Rules& rules, const Position& position) {
  const Square king = position.king();
  if (king.IsNone() || !rules.rim().Has(king)) return false;
  if (!CanMoveFrom(rules, position, king)) return false;
  return FortFinder(rules, position).Find();
}

namespace {

/// Adds neighbouring squares of `open` to `set` in one sweep up the ranks and one down. Returns
/// whether any was added.
bool Sweep(const SquareSet& open, int size, SquareSet* set) {
  uint32_t added = 0;
  const auto grow = [&](int y) {
    const uint32_t before = (*set)[y];
    uint32_t row = before | (((*set)[y - 1] | (*set)[y + 1]) & open[y]);
    for (uint32_t last = 0; row != last;) {
      last = row;
      row |= (row << 1 | row >> 1) & open[y];
    }
    (*set)[y] = row;
    added |= row ^ before;
  };
  for (int y = 1; y <= size; ++y) grow(y);
  for (int y = size; y >= 1; --y) grow(y);
  return added != 0;
}

bool Touches(const SquareSet& a, const SquareSet& b, int size) {
  uint32_t common = 0;
  for (int y = 1; y <= size; ++y) common |= a[y] & b[y];
  return common != 0;
}

}  // namespace

SquareSet Flood(SquareSet seeds, const SquareSet& open, int size) {
  while (Sweep(open, size, &seeds)) {
  }
  return seeds;
}

bool IsEncircled(const Rules& rules, const Position& position) {
  const int size = rules.size();
  SquareSet open;
  for (int y = 1; y <= size; ++y) open[y] = rules.board()[y] & ~position.Men(Side::kAttackers)[y];
  SquareSet reached = position.Men(Side::kDefenders);
  do {
    if (Touches(reached, rules.rim(), size)) return false;
  } while (Sweep(open, size, &reached));
  return true;
}

}  // namespace raichi
