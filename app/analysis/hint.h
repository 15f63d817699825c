#pragma once

#include <cstdint>
#include <string>

#include "mcts/evaluator.h"
#include "rules/game.h"

namespace raichi {

struct HintRequest {
  int visits = 800;
  int in_flight = 1;  // leaves evaluated together
  uint64_t seed = 1;
};

/// What a search thinks of an ongoing game: the points that it promises the side to move (win 1,
/// draw 0.5, in percent), and its best moves, as `DescribeLines` (app/analysis/text.h).
std::string GiveHint(const Game& game, const HintRequest& request, Evaluator* evaluator);
/// Throws Error unless the text is a number of visits from 1 to ten million.
int ParseHintVisits(const std::string& text);

}  // namespace raichi
