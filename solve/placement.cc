#include "solve/placement.h"

namespace raichi {

int Places::RoomBeside(int square) const { return std::popcount(men & ~Bit(square)); }

Places PlacesOf(const Rules& rules, const std::vector<Symmetry>& symmetries) {
  const int size = rules.size();
  const Placement start = PlacementOf(rules.start(), size);
  const auto stops = [&](PieceClass piece) {
    return BitsOf(rules.MasksOf(piece, Square(1, 1), false).stop, size);
  };
  const auto images = [&](uint64_t set) {
    uint64_t all = 0;
    ForEachBit(set, [&](int square) {
      for (const Symmetry symmetry : symmetries) {
        all |= Bit(NumberOf(symmetry(SquareOf(square, size), size), size));
      }
    });
    return all;
  };
  Places places;
  places.men = stops(PieceClass::kAttacker) | stops(PieceClass::kDefender) |
               images(start.attackers | start.defenders);
  places.king = (stops(PieceClass::kKing) | images(Bit(start.king))) & ~BitsOf(rules.goal(), size);
  return places;
}

Material MaterialOf(const Rules& rules) {
  return {.attackers = rules.start().Count(Side::kAttackers),
          .defenders = rules.start().Count(Side::kDefenders) - 1};
}

uint64_t BitsOf(const SquareSet& set, int size) {
  uint64_t bits = 0;
  ForEachSquare(set, size, [&](Square s) { bits |= Bit(NumberOf(s, size)); });
  return bits;
}

Placement PlacementOf(const Position& position, int size) {
  Placement placement;
  placement.king = NumberOf(position.king(), size);
  placement.attackers = BitsOf(position.Men(Side::kAttackers), size);
  placement.defenders = BitsOf(position.Men(Side::kDefenders), size) & ~Bit(placement.king);
  placement.to_move = position.to_move();
  return placement;
}

Position PositionOf(const Placement& placement, int size) {
  Position position;
  const auto put = [&](uint64_t set, PieceClass piece) {
    ForEachBit(set, [&](int square) { position.Put(SquareOf(square, size), piece); });
  };
  put(placement.attackers, PieceClass::kAttacker);
  put(placement.defenders, PieceClass::kDefender);
  position.Put(SquareOf(placement.king, size), PieceClass::kKing);
  position.SetToMove(placement.to_move);
  return position;
}

Placement Played(const Placement& before, Move move, const Step& step, int size) {
  Placement after = before;
  const int from = NumberOf(move.from(), size);
  const int to = NumberOf(move.to(), size);
  const bool by_attackers = before.to_move == Side::kAttackers;
  if (!by_attackers && from == before.king) {
    after.king = to;
  } else {
    (by_attackers ? after.attackers : after.defenders) ^= Bit(from) | Bit(to);
  }
  uint64_t& enemies = by_attackers ? after.defenders : after.attackers;
  for (int i = 0; i < step.num_captured; ++i) {
    enemies &= ~Bit(NumberOf(step.captured[static_cast<size_t>(i)], size));
  }
  after.to_move = Opponent(before.to_move);
  return after;
}

}  // namespace raichi
