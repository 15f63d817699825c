#pragma once

#include <cstdint>
#include <vector>

#include "mcts/search/proof.h"
#include "mcts/search/search.h"
#include "rules/board/types.h"

namespace raichi {

/// One of the root's moves and how the search thinks that the game goes on after it. All numbers
/// are seen by the root's side to move.
struct Line {
  Move move;
  uint32_t visits = 0;   // of its subtree; 0 where it is proven to lose
  float value = 0;       // mean, in [-1, 1]; exact where proven
  float draw = 0;        // mean draw probability
  float moves_left = 0;  // mean plies from the root to the end, 0 if unknown
  Proof proof = Proof::kNone;
  int plies_to_end = 0;     // where proven: plies from the root to the end under best play
  std::vector<Move> moves;  // the principal variation: `move`, then the best move of each node
};

/// The best `count` of the root's visited moves, in the order in which a search prefers them
/// (`IsBetter`): the first is `SearchResult::best`, a noisy Gumbel root's aside. Fewer if fewer
/// were visited; where none was yet, the likeliest move alone, with the root's own numbers; none if
/// the root was not evaluated. Variations go on as far as the tree does, and to the end of the
/// game where the result is proven. Calls `search.Result()`.
std::vector<Line> BestLines(const Search& search, int count);

}  // namespace raichi
