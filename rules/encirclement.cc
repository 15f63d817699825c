#include "rules/encirclement.h"

namespace raichi {
namespace {

/// Adds neighbouring squares of `open` to `set` in one sweep up the ranks and one down. Returns
/// whether any was added.
bool Sweep(const SquareSet& open, int size, SquareSet* set) {
  uint32_t added = 0;
  const auto grow = [&](int y) {
    const uint32_t before = (*set)[y];
    uint32_t row = before | (((*set)[y - 1] | (*set)[y + 1]) & open[y]);
    for (uint32_t last = 0; row != last;) {
      last = row;
      row |= (row << 1 | row >> 1) & open[y];
    }
    (*set)[y] = row;
    added |= row ^ before;
  };
  for (int y = 1; y <= size; ++y) grow(y);
  for (int y = size; y >= 1; --y) grow(y);
  return added != 0;
}

bool Touches(const SquareSet& a, const SquareSet& b, int size) {
  uint32_t common = 0;
  for (int y = 1; y <= size; ++y) common |= a[y] & b[y];
  return common != 0;
}

}  // namespace

SquareSet Flood(SquareSet seeds, const SquareSet& open, int size) {
  while (Sweep(open, size, &seeds)) {
  }
  return seeds;
}

bool IsEncircled(const Rules& rules, const Position& position) {
  const int size = rules.size();
  SquareSet open;
  for (int y = 1; y <= size; ++y) open[y] = rules.board()[y] & ~position.Men(Side::kAttackers)[y];
  SquareSet reached = position.Men(Side::kDefenders);
  do {
    if (Touches(reached, rules.rim(), size)) return false;
  } while (Sweep(open, size, &reached));
  return true;
}

}  // namespace raichi
