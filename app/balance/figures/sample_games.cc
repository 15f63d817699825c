#include "app/balance/figures/sample_games.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "app/report/replay.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

/// Returns the game whose length is nearest to the median; there must be one.
const GameRecord& MedianOf(const std::vector<GameRecord>& games) {
  std::vector<long> lengths;
  for (const GameRecord& game : games) lengths.push_back(static_cast<long>(game.turns.size()));
  std::ranges::nth_element(lengths,
                           lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2));
  const long median = lengths[lengths.size() / 2];
  return *std::ranges::min_element(games, {}, [median](const GameRecord& game) {
    return std::labs(static_cast<long>(game.turns.size()) - median);
  });
}

}  // namespace

Json SampleGamesOf(const Study& study, size_t rules) {
  std::vector<GameRecord> of_attackers, of_defenders;
  for (const StudyUnit& unit : study.DoneUnits(rules, 1)) {
    if (!IsMain(unit.pairing, study.plan())) continue;
    for (GameRecord& game : ReadShard(study.FileOf(unit))) {
      if (game.result == Result::kDraw) continue;
      (game.result == Result::kAttackersWin ? of_attackers : of_defenders)
          .push_back(std::move(game));
    }
  }
  Json samples = Json::array();
  for (const auto* games : {&of_attackers, &of_defenders}) {
    if (games->empty()) continue;
    samples.push_back(ReplayToJson({MedianOf(*games), study.design().rules[rules].rules}));
  }
  return samples;
}

}  // namespace raichi
