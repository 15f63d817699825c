#include "app/balance/study/facts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/balance/study/pairing.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

/// A player without an opinion records the value 0, so small values change no lead.
constexpr float kLead = 0.1f;

/// Returns the number that games with the same opening share, that of their first moves: the random
/// ones, or else the first `plies`.
uint32_t OpeningOf(const GameRecord& record, const StudyPairing& pairing, int plies) {
  const bool is_random = pairing.treatment == Treatment::kRandom4;
  return ChecksumOfMoves(record, *pairing.played,
                         static_cast<size_t>(is_random ? kRandomPlies : plies));
}

template <typename Field>
bool AreAlike(const std::vector<const PlayedGame*>& games, Field field) {
  return std::ranges::all_of(
      games, [&](const PlayedGame* game) { return game->*field == games.front()->*field; });
}

void ReadGames(const std::filesystem::path& file,
               const std::function<void(const GameRecord&)>& visit) {
  try {
    ForEachGame(file, visit);
  } catch (const DamagedError& error) {
    throw Error(std::string(error.what()) +
                "; delete the file, and the study plays its games again");
  }
}

}  // namespace

uint32_t ChecksumOfMoves(const GameRecord& record, const Rules& rules, size_t most) {
  std::vector<Move> least;
  for (const Symmetry symmetry : SymmetriesOfSetup(rules)) {
    std::vector<Move> moves;
    for (size_t i = 0; i < std::min(record.turns.size(), most); ++i) {
      moves.push_back(symmetry(record.turns[i].move, rules.size()));
    }
    if (least.empty() || moves < least) least = std::move(moves);
  }
  const std::string text = Join(least, " ", [](Move move) { return ToString(move); });
  return static_cast<uint32_t>(Checksum(text));
}

GameFacts FactsOf(const GameRecord& record, const RulesPtr& rules) {
  GameFacts facts;
  facts.result = record.result;
  facts.reason = record.reason;
  facts.plies = static_cast<int>(record.turns.size());
  if (!record.turns.empty()) facts.first_move = FirstMoveOf(record.turns[0].move, rules);
  const float winner = ValueFor(Side::kAttackers, record.result);
  int leader = 0;
  double behind = 0;
  Side side = rules->data().first;
  for (const TurnRecord& turn : record.turns) {
    const float value = side == Side::kAttackers ? turn.root_value : -turn.root_value;
    side = Opponent(side);
    behind += std::max(0.0, -static_cast<double>(value * winner));
    if (std::abs(value) < kLead) continue;
    const int now = value > 0 ? 1 : -1;
    facts.lead_changes += leader == -now ? 1 : 0;
    leader = now;
  }
  facts.drama = behind / std::max(1, facts.plies);
  return facts;
}

CrossPlay CrossPlayOf(std::vector<const PlayedGame*> games, int seeds) {
  const bool has_one_opening = AreAlike(games, &PlayedGame::opening);
  const auto opening = has_one_opening ? &PlayedGame::line : &PlayedGame::opening;
  if (AreAlike(games, &PlayedGame::line)) games.resize(std::min<size_t>(games.size(), 1));
  CrossPlay play{.seeds = seeds, .games = {}, .has_one_opening = has_one_opening};
  for (const PlayedGame* game : games) {
    play.games.push_back(
        {game->attackers.seed, game->defenders.seed, game->*opening, game->facts.result});
  }
  return play;
}

PlayedGames::PlayedGames(const Study& study, size_t rules, int rounds)
    : units_(study.DoneUnits(rules, rounds)),
      shares_openings_(study.plan().openings.shared_between_rules) {
  const int plies = study.plan().openings.plies;
  for (const StudyUnit& unit : units_) {
    if (const GamesRecord::Unit* recorded = study.Recorded(unit)) {
      for (size_t i = 0; i < recorded->size(); ++i) Add(unit, i, (*recorded)[i]);
      continue;
    }
    const StudyPairing& pairing = unit.pairing;
    const auto games = ReadPatiently(Patience(), [&] {
      std::vector<std::pair<size_t, RecordedGame>> read;
      ReadGames(study.FileOf(unit), [&](const GameRecord& record) {
        read.push_back({record.game_id,
                        {OpeningOf(record, pairing, plies),
                         ChecksumOfMoves(record, *pairing.played, record.turns.size()),
                         FactsOf(record, pairing.played)}});
      });
      return read;
    });
    for (const auto& [index, game] : games) Add(unit, index, game);
  }
}

/// Pairs of games swap sides, so in those with an odd id or index `b` attacks.
void PlayedGames::Add(const StudyUnit& unit, size_t index, const RecordedGame& game) {
  const StudyPairing& pairing = unit.pairing;
  const bool swapped = index % 2 == 1;
  games_.push_back({&pairing, swapped ? pairing.b : pairing.a, swapped ? pairing.a : pairing.b,
                    game.opening, game.line, game.facts});
}

void PlayedGames::AddTo(const Study& study, GamesRecord* record) const {
  size_t next = 0;
  for (const StudyUnit& unit : units_) {
    GamesRecord::Unit games;
    for (; next < games_.size() && games_[next].pairing == &unit.pairing; ++next) {
      games.push_back({games_[next].opening, games_[next].line, games_[next].facts});
    }
    record->Add(study.NameOf(unit), std::move(games));
  }
}

std::set<int> PlayedGames::LevelsOf(const std::string& family, Treatment treatment) const {
  std::set<int> levels;
  for (const PlayedGame& game : games_) {
    const StudyPairing& pairing = *game.pairing;
    const bool fits = pairing.purpose == Purpose::kLevel && pairing.family == family &&
                      pairing.treatment == treatment;
    if (fits) levels.insert(pairing.a.level);
  }
  return levels;
}

CrossPlay PlayedGames::Equals(const std::string& family, int level, Treatment treatment,
                              int seeds) const {
  std::vector<const PlayedGame*> games;
  for (const PlayedGame& game : games_) {
    const StudyPairing& pairing = *game.pairing;
    const bool fits = pairing.purpose == Purpose::kLevel && pairing.family == family &&
                      pairing.a.level == level && pairing.treatment == treatment;
    if (fits) games.push_back(&game);
  }
  CrossPlay play = CrossPlayOf(std::move(games), seeds);
  play.shares_openings = shares_openings_ && treatment == Treatment::kRandom4;
  return play;
}

Move FirstMoveOf(Move move, const RulesPtr& rules) {
  Move lowest = move;
  for (const Symmetry symmetry : SymmetriesOfSetup(*rules)) {
    lowest = std::min(lowest, symmetry(move, rules->size()));
  }
  return lowest;
}

std::vector<Move> FirstMoves(const RulesPtr& rules) {
  MoveList legal;
  Game(rules).LegalMoves(&legal);
  std::vector<Move> moves;
  for (const Move move : legal) {
    if (FirstMoveOf(move, rules) == move) moves.push_back(move);
  }
  return moves;
}

}  // namespace raichi
