#include "rules/hostility.h"

#include <bit>

namespace raichi {
namespace {

/// Linnaeus' law 10: whether attackers stand on exactly three neighbours of the throne.
bool HoldsThreeSides(const Position& position, Square throne) {
  const SquareSet& attackers = position.Men(Side::kAttackers);
  const int x = throne.x();
  const int y = throne.y();
  return attackers.Has(x - 1, y) + attackers.Has(x + 1, y) + attackers.Has(x, y - 1) +
             attackers.Has(x, y + 1) ==
         3;
}

bool IsHostileThroneWithKing(const Rules& rules, const Position& position, PieceClass piece) {
  const ThroneRules& throne = *rules.data().throne;
  if (throne.hostile_occupied.Has(piece)) return true;
  return throne.linnaean && piece == PieceClass::kDefender &&
         HoldsThreeSides(position, rules.throne());
}

}  // namespace

bool IsHostile(const Rules& rules, const Position& position, Square b, PieceClass piece, Square a) {
  const Side enemy = Opponent(SideOf(piece));
  if (position.Men(enemy).Has(b)) {
    const bool is_king = b == position.king();
    if (!is_king || CanAnvil(rules.data().king.armed, PieceClass::kKing)) return true;
  }
  if (rules.HostileAlways(piece).Has(b)) return true;
  if (enemy == Side::kDefenders && rules.HostileToSameCamp().Has(b) && !position.IsStray(a) &&
      rules.CampOf(a) == rules.CampOf(b)) {
    return true;
  }
  if (position.IsEmpty(b)) return rules.HostileEmpty(piece).Has(b);
  return b == rules.throne() && b == position.king() &&
         IsHostileThroneWithKing(rules, position, piece);
}

SquareSet HostileSquares(const Rules& rules, const Position& position, PieceClass piece) {
  const Side enemy = Opponent(SideOf(piece));
  SquareSet hostile = position.Men(enemy);
  if (!CanAnvil(rules.data().king.armed, PieceClass::kKing)) hostile.Remove(position.king());
  for (int y = 1; y <= rules.size(); ++y) {
    hostile[y] |= rules.HostileEmpty(piece)[y] & ~position.Occupied(y);
  }
  if (!rules.throne().IsNone() && position.king() == rules.throne() &&
      IsHostileThroneWithKing(rules, position, piece)) {
    hostile.Add(rules.throne());
  }
  return Union(hostile, rules.HostileAlways(piece));
}

namespace {

bool HasAttacker(const Rules& rules, const Position& position, int camp) {
  const SquareSet& squares = rules.SquaresOfCamp(camp);
  uint32_t held = 0;
  for (int y = 1; y <= rules.size(); ++y) held |= squares[y] & position.Men(Side::kAttackers)[y];
  return held != 0;
}

}  // namespace

SquareSet ClosedCampSquares(const Rules& rules, const Position& position) {
  SquareSet closed;
  for (uint64_t camps = position.closed_camps(); camps != 0; camps &= camps - 1) {
    closed = Union(closed, rules.SquaresOfCamp(std::countr_zero(camps)));
  }
  return closed;
}

void CloseEmptyCamps(const Rules& rules, Position* position) {
  if (!rules.camps_close()) return;
  for (int camp = 1; camp <= rules.NumCamps(); ++camp) {
    if (!HasAttacker(rules, *position, camp)) position->CloseCamp(camp);
  }
}

void CloseCampIfEmpty(const Rules& rules, Square left, Position* position) {
  if (!rules.camps_close() || IsInClosedCamp(rules, *position, left)) return;
  const int camp = rules.CampOf(left);
  if (camp != 0 && !HasAttacker(rules, *position, camp)) position->CloseCamp(camp);
}

}  // namespace raichi
