#include "rules/closed_camps.h"

#include <bit>

namespace raichi {
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
