#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "mcts/evaluator.h"
#include "mcts/search/search.h"
#include "rules/game.h"

namespace raichi {

/// Searches until the budget is spent. Returns the number of evaluations.
int Think(Search* search, Evaluator* evaluator, const SearchBudget& budget);

uint32_t Sum(std::span<const uint32_t> visits);

/// Plays `plies` random moves, or fewer if the game ends.
void PlayRandomly(int plies, uint64_t seed, Game* game);

/// Returns a game that starts at the given position, with an empty history.
Game GameAt(const RulesPtr& rules, const std::string& position);

/// Returns the rules of a 5x5 game that ends after `ply_limit` plies, short enough to be solved.
RuleSet TinyRules(int ply_limit);

}  // namespace raichi
