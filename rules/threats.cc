#include "rules/threats.h"

#include "rules/hostility.h"
#include "rules/movegen.h"

namespace raichi {
namespace {

bool IsHostileToKing(const Rules& rules, const Position& position, size_t i) {
  const Square king = position.king(), s = Neighbour(king, kDirections[i]);
  return IsHostile(rules, position, s, PieceClass::kKing, king);
}

/// Whether a piece that arrives beside the man on `s`, on the side `kDirections[i]`, captures him.
bool WouldCaptureMan(const Rules& rules, const Position& position, Square s, size_t i) {
  return IsHostile(rules, position, Neighbour(s, kDirections[3 - i]), *position.At(s), s);
}

}  // namespace

bool WouldCaptureKing(const Rules& rules, const Position& position, size_t i) {
  const auto is_on_board = [&](size_t d) {
    return rules.board().Has(Neighbour(position.king(), kDirections[d]));
  };
  switch (rules.KingCaptureAt(position.king())) {
    case KingCapture::kNever:
      return false;
    case KingCapture::kCustodial:
      return is_on_board(3 - i) && IsHostileToKing(rules, position, 3 - i);
    case KingCapture::kSurround:
      for (size_t d = 0; d < kDirections.size(); ++d) {
        if (d != i && is_on_board(d) && !IsHostileToKing(rules, position, d)) return false;
      }
      return true;
  }
  return false;
}

Threats ThreatsOf(const Rules& rules, const Position& position, Side side) {
  const int size = rules.size();
  const Square king = position.king();
  Threats threats{.stops = StopsOfMen(rules, position, side), .captures = {}, .victims = {}};
  SquareSet hammers = threats.stops;  // reached by pieces that capture
  if (side == Side::kDefenders) {
    threats.stops = Union(threats.stops, StopsOf(rules, position, king));
    if (CanHammer(rules.data().king.armed, PieceClass::kKing)) hammers = threats.stops;
  }
  ForEachSquare(position.Men(Opponent(side)), size, [&](Square s) {
    for (size_t i = 0; i < kDirections.size(); ++i) {
      const Square beside = Neighbour(s, kDirections[i]);
      if (!hammers.Has(beside)) continue;
      const bool is_captured =
          s == king ? WouldCaptureKing(rules, position, i) : WouldCaptureMan(rules, position, s, i);
      if (!is_captured) continue;
      threats.captures.Add(beside);
      threats.victims.Add(s);
    }
  });
  return threats;
}

}  // namespace raichi
