#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "app/balance/study/game_facts.h"
#include "app/balance/study/study.h"
#include "rules/game.h"
#include "stats/balance/cross_play.h"

namespace raichi {

/// A game that was played, and who played its sides.
struct PlayedGame {
  const StudyPairing* pairing = nullptr;
  StudyPlayer attackers, defenders;
  uint32_t opening = 0;  // games under a rule set with one number share their opening
  uint32_t line = 0;     // games with one number have the same moves, perhaps mirrored
  GameFacts facts;
};

/// Returns games between seeds. If all of them share one opening, those with the same moves count
/// as one opening; and if all have the same moves, there is only one game.
CrossPlay CrossPlayOf(std::vector<const PlayedGame*> games, int seeds);

/// All games under a rule set that are done.
class PlayedGames {
 public:
  /// Reads the games of the first `rounds` rounds, by default of all. Throws Error naming a file
  /// that is damaged and saying what to do.
  PlayedGames(const Study& study, size_t rules, int rounds);
  PlayedGames(const Study& study, size_t rules)
      : PlayedGames(study, rules, MostRounds(study.plan())) {}
  PlayedGames(PlayedGames&&) = default;
  PlayedGames(const PlayedGames&) = delete;
  PlayedGames& operator=(const PlayedGames&) = delete;

  const std::vector<PlayedGame>& all() const { return games_; }
  /// Adds these games to a study's record.
  void AddTo(const Study& study, GamesRecord* record) const;
  /// Returns the levels of a family at which equal players played after such openings.
  std::set<int> LevelsOf(const std::string& family, Treatment treatment) const;
  /// Returns the games between equals of a family at a level (CrossPlayOf).
  CrossPlay Equals(const std::string& family, int level, Treatment treatment, int seeds) const;

 private:
  void Add(const StudyUnit& unit, size_t index, const RecordedGame& game);

  std::vector<StudyUnit> units_;  // their pairings are those of the games
  std::vector<PlayedGame> games_;
  bool shares_openings_ = false;
};

GameFacts FactsOf(const GameRecord& record, const RulesPtr& rules);
/// Returns a checksum of the first `most` moves of a game. Games that the symmetries of the setup
/// map onto each other have the same one.
uint32_t ChecksumOfMoves(const GameRecord& record, const Rules& rules, size_t most);

}  // namespace raichi
