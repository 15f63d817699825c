#include "app/balance/study/facts.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

/// A player without an opinion records the value 0, so small values change no lead.
constexpr float kLead = 0.1f;

/// Returns the number that games with the same opening share. In games from the setup only the two
/// games of a pair share their chance.
uint32_t OpeningOf(size_t unit, const StudyUnit& of, uint64_t pair) {
  const bool is_shared = of.pairing.treatment != Treatment::kSetup;
  constexpr uint32_t kPairBits = 16;
  return is_shared ? static_cast<uint32_t>(pair)
                   : static_cast<uint32_t>(((unit + 1) << kPairBits) + pair % (1 << kPairBits));
}

std::vector<GameRecord> ReadGames(const std::filesystem::path& file) {
  try {
    return ReadShard(file);
  } catch (const DamagedError& error) {
    throw Error(std::string(error.what()) +
                "; delete the file, and the study plays its games again");
  }
}

}  // namespace

GameFacts FactsOf(const GameRecord& record, const RulesPtr& rules) {
  GameFacts facts;
  facts.result = record.result;
  facts.reason = record.reason;
  facts.plies = static_cast<int>(record.turns.size());
  if (!record.turns.empty()) facts.first_move = FirstMoveOf(record.turns[0].move, rules);
  const int winner = record.result == Result::kDraw              ? 0
                     : record.result == WinFor(Side::kAttackers) ? 1
                                                                 : -1;
  int leader = 0;
  double behind = 0;
  Side side = rules->data().first;
  for (const TurnRecord& turn : record.turns) {
    const float value = side == Side::kAttackers ? turn.root_value : -turn.root_value;
    side = Opponent(side);
    behind += std::max(0.0, -static_cast<double>(value) * winner);
    if (std::abs(value) < kLead) continue;
    const int now = value > 0 ? 1 : -1;
    facts.lead_changes += leader == -now ? 1 : 0;
    leader = now;
  }
  facts.drama = behind / std::max(1, facts.plies);
  return facts;
}

PlayedGames::PlayedGames(const Study& study, size_t rules, int rounds)
    : units_(study.DoneUnits(rules, rounds)) {
  for (size_t i = 0; i < units_.size(); ++i) {
    const StudyUnit& unit = units_[i];
    for (const GameRecord& record : ReadGames(study.FileOf(unit))) {
      const bool swapped = record.game_id % 2 == 1;
      const StudyPairing& pairing = unit.pairing;
      games_.push_back({&pairing, swapped ? pairing.b : pairing.a, swapped ? pairing.a : pairing.b,
                        OpeningOf(i, unit, record.game_id / 2), FactsOf(record, pairing.played)});
    }
  }
}

CrossPlay PlayedGames::Equals(const std::string& family, int level, Treatment treatment,
                              int seeds) const {
  CrossPlay play{.seeds = seeds, .games = {}};
  for (const PlayedGame& game : games_) {
    const StudyPairing& pairing = *game.pairing;
    const bool fits = pairing.purpose == Purpose::kLevel && pairing.family == family &&
                      pairing.a.level == level && pairing.treatment == treatment;
    if (!fits) continue;
    play.games.push_back(
        {game.attackers.seed, game.defenders.seed, game.opening, game.facts.result});
  }
  return play;
}

}  // namespace raichi
