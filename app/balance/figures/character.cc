#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/balance/figures/fair.h"
#include "app/balance/figures/figures.h"
#include "rules/notation.h"

namespace raichi {

CharacterFigure CharacterOf(const PlayedGames& games, const StudyPlan& plan) {
  CharacterFigure character;
  double count = 0, squares = 0;
  std::map<Move, double> first_moves;
  for (const PlayedGame& game : games.all()) {
    if (!IsMain(*game.pairing, plan)) continue;
    const GameFacts& facts = game.facts;
    ++count;
    character.plies += facts.plies;
    squares += static_cast<double>(facts.plies) * facts.plies;
    character.drama += facts.drama;
    character.lead_changes += facts.lead_changes;
    ++character.reasons[std::string(ToString(facts.reason))];
    ++first_moves[facts.first_move];
  }
  character.plies /= count;
  character.plies_deviation =
      std::sqrt(std::max(0.0, squares / count - character.plies * character.plies));
  character.drama /= count;
  character.lead_changes /= count;
  for (auto& [reason, share] : character.reasons) share /= count;
  double entropy = 0;
  for (const auto& [move, of_move] : first_moves) {
    entropy -= of_move / count * std::log(of_move / count);
  }
  character.effective_first_moves = std::exp(entropy);
  character.twice = ScoreOfTwiceTheSearch(games);
  return character;
}

std::vector<FirstMoveFigure> FirstMovesOf(const PlayedGames& games, const StudyPlan& plan) {
  constexpr double kLeastShare = 0.02;
  struct OfMove {
    std::vector<const PlayedGame*> games;
    double chosen = 0;
    bool is_forced = false;
  };
  std::map<Move, OfMove> moves;
  double total = 0;
  for (const PlayedGame& game : games.all()) {
    const bool is_forced = game.pairing->treatment == Treatment::kFirstMoves;
    if (!is_forced && !IsMain(*game.pairing, plan)) continue;
    OfMove& move = moves[game.facts.first_move];
    move.games.push_back(&game);
    if (is_forced) {
      move.is_forced = true;
    } else {
      ++move.chosen;
      ++total;
    }
  }
  std::vector<FirstMoveFigure> figures;
  for (const auto& [move, of_move] : moves) {
    const double share = of_move.chosen / total;
    if (!of_move.is_forced && share < kLeastShare) continue;
    const CrossPlay play = CrossPlayOf(of_move.games, SeedsOf(plan));
    figures.push_back({move, share, play.games.size(), EstimateScore(play)});
  }
  std::ranges::stable_sort(figures, std::ranges::greater(), &FirstMoveFigure::share);
  return figures;
}

}  // namespace raichi
