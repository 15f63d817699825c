#include "rules/symmetry.h"

#include "rules/board/zobrist.h"

namespace raichi {

SquareSet Symmetry::operator()(const SquareSet& set, int size) const {
  SquareSet image;
  ForEachSquare(set, size, [&](Square s) { image.Add((*this)(s, size)); });
  return image;
}

Position Symmetry::operator()(const Position& position, int size) const {
  Position image;
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(position.Men(side), size, [&](Square s) {
      image.Put((*this)(s, size), *position.At(s));
      if (position.IsStray(s)) image.SetStray((*this)(s, size), true);
    });
  }
  image.SetToMove(position.to_move());
  return image;
}

uint64_t HashUnder(Symmetry symmetry, const Position& position, int size) {
  uint64_t hash = position.to_move() == Side::kDefenders ? Zobrist::kDefendersToMove : 0;
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(position.Men(side), size, [&](Square s) {
      const Square image = symmetry(s, size);
      hash ^= Zobrist::Piece(image, *position.At(s));
      if (position.IsStray(s)) hash ^= Zobrist::Stray(image);
    });
  }
  return hash;
}

std::vector<Symmetry> SymmetriesOf(const Rules& rules) {
  // Throne, corners, rim and goals have every symmetry; camps and neutral camp squares may have
  // fewer.
  SquareSet neutral;
  if (rules.data().camps) {
    for (const Square s : rules.data().camps->neutral) neutral.Add(s);
  }
  std::vector<Symmetry> symmetries;
  for (int i = 0; i < Symmetry::kCount; ++i) {
    const Symmetry symmetry(i);
    if (symmetry(rules.camps(), rules.size()) == rules.camps() &&
        symmetry(neutral, rules.size()) == neutral) {
      symmetries.push_back(symmetry);
    }
  }
  return symmetries;
}

}  // namespace raichi
