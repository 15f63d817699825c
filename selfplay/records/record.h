#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// Values in records are multiples of 1 / kValueScale in [-1, 1].
inline constexpr int kValueScale = 16384;
/// The nearest value that a record can hold; 0 for NaN (no opinion).
float QuantiseValue(float value);

/// One turn of a recorded game. The position is not stored: replaying the moves gives it.
struct TurnRecord {
  Move move;
  bool full_search = false;  // a policy target
  std::vector<std::pair<Move, uint32_t>>
      visits;            // moves with visits, in GenerateMoves order; empty: not searched
  float root_value = 0;  // mean value of the search, for the side to move, in [-1, 1]
  float raw_value = 0;   // the network's value of the position
  bool operator==(const TurnRecord&) const = default;
};

/// An annotated game: everything that a training target may want, `docs/game-records.md`.
struct GameRecord {
  uint64_t run_seed = 0;
  uint64_t game_id = 0;
  std::string rules_yaml;  // canonical text of the rule set (rules/files/rule_file.h)
  std::string attackers;   // model or player names
  std::string defenders;
  std::string start;  // position text, empty: the setup of the rules
  Result result = Result::kOngoing;
  Reason reason = Reason::kNone;
  bool resign_disabled = false;  // played out although a side would have resigned
  int would_resign_ply = -1;  // ply at which the side to move first would have resigned, -1: never
  std::vector<TurnRecord> turns;
  bool operator==(const GameRecord&) const = default;

  bool IsRestart() const { return !start.empty(); }
  bool IsBetweenModels() const { return attackers != defenders; }
};

/// Limits of a record. Packing a larger one is an Error, as is reading one.
inline constexpr size_t kMaxRecordTurns = 32767;
inline constexpr size_t kMaxRecordBytes = size_t{8} << 20;

/// The text of a rule set as records carry it: canonical YAML without sources and assumptions.
std::string RecordedRules(const RuleSet& rule_set);

/// The canonical MessagePack bytes of a record, and back. Unpacking gives an equal record, its
/// values rounded by `QuantiseValue`. It throws VersionError if the record has another version and
/// DamagedError if the bytes are anything but the canonical form of a record.
std::string PackRecord(const GameRecord& record);
GameRecord UnpackRecord(std::string_view bytes);

/// The game before its first turn: the setup, or `start` with an empty history.
Game StartOf(const GameRecord& record, const RulesPtr& rules);

/// Plays the record's moves by `rules` and checks that every move is legal, every visited move was
/// legal, and that result and reason are what the rules say (or a resignation, or a draw by the
/// player's own ply limit, of a game that was still going on). Throws Error naming game and ply.
void CheckRecord(const GameRecord& record, const RulesPtr& rules);

}  // namespace raichi
