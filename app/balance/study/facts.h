#pragma once

#include <cstdint>
#include <vector>

#include "app/balance/study/study.h"
#include "rules/game.h"
#include "stats/balance/cross_play.h"

namespace raichi {

/// What a study needs to know of a game.
struct GameFacts {
  Result result = Result::kDraw;
  Reason reason = Reason::kNone;
  int plies = 0;
  Move first_move;       // the one that stands for its class (FirstMoves)
  double drama = 0;      // mean of how far the later winner was behind, by its own values, 0 to 1
  int lead_changes = 0;  // how often the sign of the value for the attackers changed
};

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
  /// Returns the games between equals of a family at a level (CrossPlayOf).
  CrossPlay Equals(const std::string& family, int level, Treatment treatment, int seeds) const;

 private:
  std::vector<StudyUnit> units_;  // their pairings are those of the games
  std::vector<PlayedGame> games_;
};

GameFacts FactsOf(const GameRecord& record, const RulesPtr& rules);
/// Returns a checksum of the first `most` moves of a game. Games that the symmetries of the setup
/// map onto each other have the same one.
uint32_t ChecksumOfMoves(const GameRecord& record, const Rules& rules, size_t most);

}  // namespace raichi
