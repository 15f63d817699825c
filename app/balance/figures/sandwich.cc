#include "app/balance/figures/sandwich.h"

#include <utility>
#include <vector>

namespace raichi {
namespace {

/// Returns the games in which the best response of a side plays it.
CrossPlay GamesOf(const PlayedGames& games, Side side) {
  std::vector<const PlayedGame*> list;
  for (const PlayedGame& game : games.all()) {
    const StudyPlayer& player = side == Side::kAttackers ? game.attackers : game.defenders;
    if (player.best_response == side) list.push_back(&game);
  }
  return CrossPlayOf(std::move(list), 1);
}

}  // namespace

std::optional<Sandwich> SandwichOf(const PlayedGames& games) {
  const CrossPlay low = GamesOf(games, Side::kDefenders), high = GamesOf(games, Side::kAttackers);
  if (low.games.empty() || high.games.empty()) return std::nullopt;
  return Sandwich{.low = EstimateScore(low),
                  .high = EstimateScore(high),
                  .low_games = low.Total(),
                  .high_games = high.Total()};
}

}  // namespace raichi
