#include <vector>

#include "rules/closed_camps.h"
#include "rules/copenhagen.h"
#include "rules/encirclement.h"
#include "rules/movegen.h"

namespace raichi {
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

}  // namespace raichi
