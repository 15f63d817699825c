#include "tests/mcts/helpers.h"

#include <numeric>

#include "mcts/players/player.h"
#include "rules/notation.h"

namespace raichi {

int Think(Search* search, Evaluator* evaluator, const SearchBudget& budget) {
  search->Start(budget);
  return Think(search, evaluator);
}

uint32_t Sum(std::span<const uint32_t> visits) {
  return std::accumulate(visits.begin(), visits.end(), 0u);
}

void PlayRandomly(int plies, uint64_t seed, Game* game) {
  Rng rng(seed);
  MoveList moves;
  for (int i = 0; i < plies && !game->IsOver(); ++i) {
    game->LegalMoves(&moves);
    game->Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
  }
}

Game GameAt(const RulesPtr& rules, const std::string& position) {
  return Game(rules, ParsePosition(*rules, position));
}

RuleSet TinyRules(int ply_limit) {
  RuleSet rules;
  rules.name = "tiny";
  rules.title = "Tiny";
  rules.size = 5;
  rules.setup = "1tt2/5/t1K1t/2T2/2tt1";
  rules.corners = CornerRules{{ClassSet::kKing}, {ClassSet::kAttackers}};
  rules.goal = Goal::kCorners;
  rules.ply_limit = ply_limit;
  return rules;
}

}  // namespace raichi
