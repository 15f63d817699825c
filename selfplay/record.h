#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// One turn of a recorded game. The position is not stored: replaying the moves gives it.
struct TurnRecord {
  Move move;
  bool full_search = false;  // a policy target
  std::vector<std::pair<Move, uint32_t>> visits;  // moves with visits, in GenerateMoves order; empty: not searched
  float root_value = 0;  // mean value of the search, for the side to move, in [-1, 1]
  float raw_value = 0;   // the network's value of the position
  bool operator==(const TurnRecord&) const = default;
};

/// An annotated game: everything that a training target may want, `docs/game-records.md`.
struct GameRecord {
  uint64_t run_seed = 0;
  uint64_t game_id = 0;
  std::string rules_yaml;  // canonical text of the rule set (rules/rule_file.h)
  std::string attackers;   // model or player names
  std::string defenders;
  std::string start;       // position text, empty: the setup of the rules
  Result result = Result::kOngoing;
  Reason reason = Reason::kNone;
  bool resign_disabled = false;   // played out although a side would have resigned
  int would_resign_ply = -1;      // ply at which a side first would have resigned, -1: never
  std::vector<TurnRecord> turns;
  bool operator==(const GameRecord&) const = default;
};

/// The canonical MessagePack bytes of a record, and back. Parsing throws Error on anything that is
/// not such a record of a version it knows.
std::string PackRecord(const GameRecord& record);
GameRecord UnpackRecord(std::string_view bytes);

/// Plays the record's moves by `rules` and checks that every move is legal, every visited move was
/// legal, and that result and reason are what the rules say. Throws Error naming game and ply.
void CheckRecord(const GameRecord& record, const RulesPtr& rules);

}  // namespace raichi
