#include "solve/places.h"

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

}  // namespace raichi
