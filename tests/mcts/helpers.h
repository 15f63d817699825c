#pragma once

#include <cstdint>
#include <string>

#include "mcts/evaluator.h"
#include "mcts/search/search.h"
#include "rules/game.h"

namespace raichi {

/// Thinks about the search's position to the end of the budget. Returns the evaluations it took.
int Think(Search* search, Evaluator* evaluator, const SearchBudget& budget);

/// `plies` random moves, fewer if the game ends.
void PlayRandomly(int plies, uint64_t seed, Game* game);

/// A game at a position given as text, with an empty history.
Game GameAt(const RulesPtr& rules, const std::string& position);

/// Rules of a 5x5 game that is over after `ply_limit` plies, short enough to be solved.
RuleSet TinyRules(int ply_limit);

}  // namespace raichi
