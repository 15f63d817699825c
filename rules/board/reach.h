#pragma once

#include "rules/board/types.h"

namespace raichi {

/// The squares to which at least one rook on `rooks` can slide on a board of `size`: along a rank
/// or file over squares of `free`, up to the first square that is not in it, which counts. `speed`
/// is the largest number of squares; 0: no limit. All rooks slide at once, by sums and fills of
/// whole ranks, as in chess programs. `rooks` and `free` must have no squares off the board.
SquareSet ReachOf(const SquareSet& rooks, const SquareSet& free, int size, int speed);

}  // namespace raichi
