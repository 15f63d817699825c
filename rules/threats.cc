#include "rules/threats.h"

#include "rules/hostility.h"
#include "rules/movegen.h"

namespace raichi {
namespace {

bool IsHostileToKing(const Rules& rules, const Position& position, size_t i) {
  const Square king = position.king(), s = Neighbour(king, kDirections[i]);
  return IsHostile(rules, position, s, PieceClass::kKing, king);
}

/// Adds the captures of `men` by pieces that reach the squares `hammers`, if the squares `hostile`
/// are hostile to all of the men: a man is captured between a hammer and a hostile square.
void AddCaptures(const SquareSet& hammers, const SquareSet& men, const SquareSet& hostile, int size,
                 Threats* threats) {
  for (int y = 1; y <= size; ++y) {
    const uint32_t from_right = men[y] & hammers[y] >> 1 & hostile[y] << 1;
    const uint32_t from_left = men[y] & hammers[y] << 1 & hostile[y] >> 1;
    const uint32_t from_above = men[y] & hammers[y + 1] & hostile[y - 1];
    const uint32_t from_below = men[y] & hammers[y - 1] & hostile[y + 1];
    threats->victims[y] |= from_right | from_left | from_above | from_below;
    threats->captures[y] |= from_right << 1 | from_left >> 1;
    threats->captures[y + 1] |= from_above;
    threats->captures[y - 1] |= from_below;
  }
}

/// Adds the captures of men of one class.
void AddCapturesOf(const Rules& rules, const Position& position, PieceClass piece,
                   const SquareSet& hammers, Threats* threats) {
  const SquareSet men = position.PiecesOf(piece);
  if (men == SquareSet()) return;
  AddCaptures(hammers, men, HostileSquares(rules, position, piece), rules.size(), threats);
  if (SideOf(piece) == Side::kDefenders || !rules.tells_camps_apart()) return;
  for (int camp = 1; camp <= rules.NumCamps(); ++camp) {
    const SquareSet own = Intersection(rules.SquaresOfCamp(camp), rules.HostileToSameCamp());
    AddCaptures(hammers, rules.AtHome(camp, men, position), own, rules.size(), threats);
  }
}

void AddCapturesOfKing(const Rules& rules, const Position& position, const SquareSet& hammers,
                       Threats* threats) {
  if (position.king().IsNone()) return;
  for (size_t i = 0; i < kDirections.size(); ++i) {
    const Square beside = Neighbour(position.king(), kDirections[i]);
    if (!hammers.Has(beside) || !WouldCaptureKing(rules, position, i)) continue;
    threats->captures.Add(beside);
    threats->victims.Add(position.king());
  }
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
  Threats threats{.stops = StopsOfMen(rules, position, side), .captures = {}, .victims = {}};
  if (side == Side::kAttackers) {
    AddCapturesOf(rules, position, PieceClass::kDefender, threats.stops, &threats);
    AddCapturesOfKing(rules, position, threats.stops, &threats);
    return threats;
  }
  SquareSet hammers = threats.stops;  // reached by pieces that capture
  threats.stops = Union(threats.stops, StopsOf(rules, position, position.king()));
  if (CanHammer(rules.data().king.armed, PieceClass::kKing)) hammers = threats.stops;
  for (const PieceClass piece : {PieceClass::kAttacker, PieceClass::kRoyal}) {
    AddCapturesOf(rules, position, piece, hammers, &threats);
  }
  return threats;
}

}  // namespace raichi
