#pragma once

#include <cstdint>
#include <vector>

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// One of the eight symmetries of the square: bit 0 mirrors files, bit 1 mirrors ranks, bit 2
/// then swaps files and ranks.
class Symmetry {
 public:
  constexpr explicit Symmetry(int index = 0) : index_(static_cast<uint8_t>(index)) {}
  static constexpr int kCount = 8;

  constexpr int index() const { return index_; }
  constexpr Symmetry Inverse() const {
    // Without the swap, a symmetry is its own inverse. With it, the inverse exchanges the two
    // mirrors.
    return (index_ & 4) == 0 ? *this : Symmetry(4 | ((index_ & 1) << 1) | ((index_ >> 1) & 1));
  }
  constexpr Square operator()(Square s, int size) const {
    const int x = (index_ & 1) != 0 ? size + 1 - s.x() : s.x();
    const int y = (index_ & 2) != 0 ? size + 1 - s.y() : s.y();
    return (index_ & 4) != 0 ? Square(y, x) : Square(x, y);
  }
  constexpr Move operator()(Move m, int size) const {
    return Move::Between((*this)(m.from(), size), (*this)(m.to(), size));
  }
  SquareSet operator()(const SquareSet& set, int size) const;
  /// Returns the image of a position under rules that have this symmetry.
  Position operator()(const Position& position, const Rules& rules) const;
  constexpr bool operator==(const Symmetry&) const = default;

 private:
  uint8_t index_;
};

/// Returns the hash of the position's image under `symmetry` without computing that image. `rules`
/// must have this symmetry.
uint64_t HashUnder(Symmetry symmetry, const Position& position, const Rules& rules);

/// Returns the symmetries that map special squares to special squares of the same kind and
/// therefore preserve the rules. The identity is first.
std::vector<Symmetry> SymmetriesOf(const Rules& rules);
/// Returns those of them that also map the starting position to itself. The identity is first.
std::vector<Symmetry> SymmetriesOfSetup(const Rules& rules);

}  // namespace raichi
