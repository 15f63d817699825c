#include "rules/symmetry.h"

#include <bit>

#include "rules/board/position.h"

namespace raichi {

namespace {

/// Calls `visit` with the image of each closed camp.
template <typename Visitor>
void ForEachClosedImage(Symmetry symmetry, const Position& position, const Rules& rules,
                        Visitor visit) {
  for (uint64_t camps = position.closed_camps(); camps != 0; camps &= camps - 1) {
    const SquareSet& squares = rules.SquaresOfCamp(std::countr_zero(camps));
    Square any;
    ForEachSquare(squares, rules.size(), [&any](Square s) { any = s; });
    visit(rules.CampOf(symmetry(any, rules.size())));
  }
}

}  // namespace

SquareSet Symmetry::operator()(const SquareSet& set, int size) const {
  SquareSet image;
  ForEachSquare(set, size, [&](Square s) { image.Add((*this)(s, size)); });
  return image;
}

Position Symmetry::operator()(const Position& position, const Rules& rules) const {
  const int size = rules.size();
  Position image;
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(position.Men(side), size, [&](Square s) {
      image.Put((*this)(s, size), *position.At(s));
      if (position.IsStray(s)) image.SetStray((*this)(s, size), true);
    });
  }
  ForEachClosedImage(*this, position, rules, [&image](int camp) { image.CloseCamp(camp); });
  image.SetToMove(position.to_move());
  return image;
}

uint64_t HashUnder(Symmetry symmetry, const Position& position, const Rules& rules) {
  const int size = rules.size();
  uint64_t hash = position.to_move() == Side::kDefenders ? Zobrist::kDefendersToMove : 0;
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(position.Men(side), size, [&](Square s) {
      const Square image = symmetry(s, size);
      hash ^= Zobrist::Piece(image, *position.At(s));
      if (position.IsStray(s)) hash ^= Zobrist::Stray(image);
    });
  }
  ForEachClosedImage(symmetry, position, rules,
                     [&hash](int camp) { hash ^= Zobrist::ClosedCamp(camp); });
  return hash;
}

std::vector<Symmetry> SymmetriesOf(const Rules& rules) {
  // The throne, the corners, the rim and the goals have all symmetries of the square. Camps and
  // neutral camp squares may have fewer.
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

std::vector<Symmetry> SymmetriesOfSetup(const Rules& rules) {
  std::vector<Symmetry> symmetries = SymmetriesOf(rules);
  std::erase_if(symmetries, [&](const Symmetry symmetry) {
    return symmetry(rules.start(), rules) != rules.start();
  });
  return symmetries;
}

}  // namespace raichi
