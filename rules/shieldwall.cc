#include "rules/copenhagen.h"
#include "rules/hostility.h"

namespace raichi {
namespace {

/// A piece of the mover's side on `s` that takes part in captures without moving.
bool Supports(const Rules& rules, const Position& position, Square s, Side mover) {
  return position.Men(mover).Has(s) &&
         (s != position.king() || CanAnvil(rules.data().king.armed, PieceClass::kKing));
}

bool Closes(const Rules& rules, const Position& position, Square end, Side mover) {
  if (Supports(rules, position, end, mover)) return true;
  const PieceClass men = mover == Side::kAttackers ? PieceClass::kDefender : PieceClass::kAttacker;
  return rules.corners().Has(end) && position.IsEmpty(end) && rules.HostileEmpty(men).Has(end);
}

void CaptureRow(const Rules& rules, Square to, Direction along, Direction inward, Side mover,
                Position* position, Step* step) {
  const SquareSet& enemies = position->Men(Opponent(mover));
  int length = 0;
  Square end = Neighbour(to, along);
  for (; enemies.Has(end); end = Neighbour(end, along), ++length) {
    if (!Supports(rules, *position, Neighbour(end, inward), mover)) return;
  }
  if (length < 2 || !Closes(rules, *position, end, mover)) return;
  const PieceClass man = mover == Side::kAttackers ? PieceClass::kDefender : PieceClass::kAttacker;
  for (Square s = Neighbour(to, along); s != end; s = Neighbour(s, along)) {
    if (s == position->king()) continue;
    position->Remove(s, man);
    step->captured[static_cast<size_t>(step->num_captured++)] = s;
  }
}

}  // namespace

void CaptureShieldwalls(const Rules& rules, Square to, Side mover, Position* position, Step* step) {
  const int size = rules.size();
  for (const int sign : {-1, 1}) {
    if (to.y() == 1) CaptureRow(rules, to, {sign, 0}, {0, 1}, mover, position, step);
    if (to.y() == size) CaptureRow(rules, to, {sign, 0}, {0, -1}, mover, position, step);
    if (to.x() == 1) CaptureRow(rules, to, {0, sign}, {1, 0}, mover, position, step);
    if (to.x() == size) CaptureRow(rules, to, {0, sign}, {-1, 0}, mover, position, step);
  }
}

}  // namespace raichi
