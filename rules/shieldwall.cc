#include "rules/copenhagen.h"
#include "rules/hostility.h"

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

}  // namespace raichi
