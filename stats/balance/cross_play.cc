#include "stats/balance/cross_play.h"

#include <algorithm>
#include <map>

#include "base/error.h"

namespace raichi {

double AttackersPoints(Result result) {
  RAICHI_CHECK(result != Result::kOngoing);
  return result == Result::kDraw ? 0.5 : result == Result::kAttackersWin ? 1 : 0;
}

Tally CrossPlay::Total() const {
  Tally total;
  for (const StudyGame& game : games) total.Add(game.result, Side::kAttackers);
  return total;
}

PairTable::PairTable(const CrossPlay& play)
    : seeds(play.seeds),
      points(Pair(play.seeds, 0)),
      games(points.size()),
      opening_of(play.games.size()) {
  std::map<uint32_t, size_t> numbers;
  for (size_t i = 0; i < play.games.size(); ++i) {
    const StudyGame& game = play.games[i];
    RAICHI_CHECK(0 <= game.attackers && game.attackers < seeds);
    RAICHI_CHECK(0 <= game.defenders && game.defenders < seeds);
    const size_t pair = Pair(game.attackers, game.defenders);
    points[pair] += AttackersPoints(game.result);
    games[pair] += 1;
    opening_of[i] = numbers.try_emplace(game.opening, numbers.size()).first->second;
  }
  openings = numbers.size();
  if (openings > 1) {
    const auto ends_alike = [&](const StudyGame& game) {
      return game.result == play.games.front().result;
    };
    if (std::ranges::all_of(play.games, ends_alike)) {
      repeats = static_cast<double>(play.games.size()) / static_cast<double>(openings);
    }
    return;
  }
  openings = play.games.size();
  for (size_t i = 0; i < openings; ++i) opening_of[i] = i;
}

}  // namespace raichi
