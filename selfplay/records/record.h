#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "rules/rules.h"

namespace raichi {

/// Unsigned numbers in files, little-endian.

template <typename Word>
void AppendWord(Word word, std::string* bytes) {
  for (size_t i = 0; i < sizeof(Word); ++i) {
    bytes->push_back(static_cast<char>(static_cast<uint8_t>(word >> (8 * i))));
  }
}

/// Returns the number at `offset`. The bytes must be long enough.
template <typename Word>
Word WordAt(std::string_view bytes, size_t offset) {
  Word word = 0;
  for (size_t i = 0; i < sizeof(Word); ++i) {
    word |= static_cast<Word>(Word{static_cast<uint8_t>(bytes[offset + i])} << (8 * i));
  }
  return word;
}

/// Scale of the values in records, which are multiples of 1 / kValueScale in [-1, 1].
inline constexpr int kValueScale = 16384;
/// Returns the nearest value that a record can hold; 0 for NaN, which means no opinion.
float QuantiseValue(float value);
/// Surprises in records are multiples of 1 / kSurpriseScale in [0, kMaxSurprise].
inline constexpr int kSurpriseScale = 4096;
inline constexpr int kMaxSurprise = 15;
/// Returns the nearest surprise that a record can hold.
float QuantiseSurprise(float surprise);

/// A turn of a recorded game. The position is not stored; replaying the moves reproduces it.
struct TurnRecord {
  Move move;
  bool full_search = false;  // The turn is a policy target.
  /// Moves with visits, in the order of GenerateMoves; empty if the turn was not searched.
  std::vector<std::pair<Move, uint32_t>> visits;
  float root_value = 0;  // Mean value of the search, for the side to move, in [-1, 1].
  float raw_value = 0;   // The evaluator's own value of the position, likewise.
  /// How much the search's policy surprised the evaluator (selfplay/play/game_slot.h), at
  /// least 0; none if it was not recorded.
  std::optional<float> surprise;
  bool operator==(const TurnRecord&) const = default;
};

/// An annotated game, with everything that training targets may need (`docs/game-records.md`).
struct GameRecord {
  uint64_t run_seed = 0;
  uint64_t game_id = 0;
  std::string rules_yaml;  // Canonical text of the rule set (rules/files/rule_file.h).
  std::string attackers;   // Names of the models or players.
  std::string defenders;
  std::string start;  // Position text; empty for the setup of the rules.
  Result result = Result::kOngoing;
  Reason reason = Reason::kNone;
  /// No side was allowed to resign, to measure false resignations.
  bool resign_disabled = false;
  /// First ply at which the side to move would have resigned; -1 if there is none.
  int would_resign_ply = -1;
  std::vector<TurnRecord> turns;
  bool operator==(const GameRecord&) const = default;

  bool IsBetweenModels() const { return attackers != defenders; }
};

/// Limits of a record. Packing or reading a larger record throws Error.
inline constexpr size_t kMaxRecordTurns = 32767;
inline constexpr size_t kMaxRecordBytes = size_t{8} << 20;

/// Returns the canonical MessagePack bytes of a record: version 2 if a turn has a surprise, else
/// version 1. UnpackRecord is the inverse: it returns an equal record, except that values and
/// surprises are rounded by `QuantiseValue` and `QuantiseSurprise`. It throws VersionError if the
/// record has another version, and DamagedError if the bytes are not the canonical form of a
/// record.
std::string PackRecord(const GameRecord& record);
GameRecord UnpackRecord(std::string_view bytes);

/// Returns the game before its first turn, at the setup of the rules or at `start` with an empty
/// history.
Game StartOf(const GameRecord& record, const RulesPtr& rules);

/// Plays the record's moves under `rules`. Checks that every move and every visited move is legal,
/// and that result and reason agree with the rules. Of a game that is not over by the rules, the
/// end may also be a resignation or a draw by the players' own ply limit. Throws Error naming game
/// and ply.
void CheckRecord(const GameRecord& record, const RulesPtr& rules);

/// Checks a game in progress in the same way, and returns it: its result is `ongoing`, it is not
/// over by the rules, and it has turns that were searched.
Game CheckUnfinished(const GameRecord& record, const RulesPtr& rules);

/// Cache of the rule sets of game records, each compiled once.
class RulesOfRecords {
 public:
  /// Returns the compiled rules of `record`. Throws VersionError naming `origin`, the record's
  /// file, if the rules cannot be parsed, since a newer program may have written keys that this one
  /// does not know.
  const RulesPtr& Of(const GameRecord& record, const std::string& origin) {
    RulesPtr& rules = rules_[record.rules_yaml];
    if (rules) return rules;
    try {
      rules = ParseRules(record.rules_yaml, origin);
    } catch (const Error& error) {
      throw VersionError(error.what());
    }
    return rules;
  }

 private:
  std::map<std::string, RulesPtr> rules_;
};

}  // namespace raichi
