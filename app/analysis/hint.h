#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "mcts/evaluator.h"
#include "rules/game.h"

namespace raichi {

struct HintRequest {
  int visits = 800;
  int in_flight = 1;  // leaves in one batch
  uint64_t seed = 1;
  std::function<void()> tick = {};  // called between the batches of the search
};

/// Searches an ongoing game and describes the result: the expected score of the side to move in
/// percent, and its best moves as in `DescribeLines` (app/analysis/text.h).
std::string GiveHint(const Game& game, const HintRequest& request, Evaluator* evaluator);
/// Parses a number of visits. Throws Error unless it is from 1 to ten million.
int ParseHintVisits(const std::string& text);

}  // namespace raichi
