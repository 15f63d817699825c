#pragma once

#include <cstdint>
#include <vector>

#include "mcts/search/search.h"
#include "mcts/search/tree.h"
#include "rules/board/types.h"

namespace raichi {

/// A move of the root and the continuation that the search expects after it. All numbers are from
/// the perspective of the root's side to move.
struct Line {
  Move move;
  uint32_t visits = 0;   // of its subtree; 0 if proven to lose
  float value = 0;       // mean, in [-1, 1]; exact if proven
  float draw = 0;        // mean draw probability
  float moves_left = 0;  // mean plies from the root to the end, 0 if unknown
  Proof proof = Proof::kNone;
  int plies_to_end = 0;     // if proven: plies from the root to the end under best play
  std::vector<Move> moves;  // the principal variation: `move`, then the best move of each node
};

/// Returns the best `count` of the root's visited moves, or fewer if fewer were visited, in the
/// search's order of preference (`IsBetter`). The first is `SearchResult::best`, except at a noisy
/// Gumbel root. If no move was visited, returns only the move with the highest prior, with the
/// root's own numbers; if the root was not evaluated, returns nothing. Variations extend as far as
/// the tree does, and to the end of the game if the result is proven, unless `Search::Play` dropped
/// the continuation of a move that loses. Calls `search.RootResult()`.
std::vector<Line> BestLines(const Search& search, int count);

}  // namespace raichi
