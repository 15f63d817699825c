#pragma once

#include <map>
#include <set>
#include <string>

#include "console/output.h"
#include "console/vectors.h"
#include "rules/game.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// The output of `raichi games` for a record. Throws Error if a move is illegal under `rules`.

/// One line: id, players, result, length, rule set.
std::string GameToLine(const GameRecord& record, const RulesPtr& rules);
/// One line per turn: the move with its captures, and the values and visits of its search.
std::string GameToTurns(const GameRecord& record, const RulesPtr& rules);
/// One object, which `raichi replay --input` can read.
Json GameToJson(const GameRecord& record, const RulesPtr& rules);

/// The rules of games in files of JSON lines. A line names its rules in `"rules"` (a name or a rule
/// file). If that name may stand for other rules elsewhere, `"rules_yaml"` has the whole text of
/// the rules, which takes precedence. Lines with neither use the rules of the command line.

/// Adds `"rules"`, and `"rules_yaml"` unless a shipped rule set of this name plays the same.
void AddRules(const Rules& rules, Json* line);

/// Opens the rules of lines, each once.
class RulesOfLines {
 public:
  /// `option` is the value of `--rules`. If it was given, it replaces the rules of the lines, with
  /// one warning for each name whose rules it changes.
  RulesOfLines(std::string option, bool was_given)
      : option_(std::move(option)), was_given_(was_given) {}

  /// Throws Error if the line's rules cannot be opened.
  RulesPtr Of(const VectorLine& line);

 private:
  RulesPtr Named(const std::string& name);
  RulesPtr OfLine(const VectorLine& line);
  void WarnIfReplaced(const VectorLine& line);

  std::string option_;
  bool was_given_;
  std::map<std::string, RulesPtr> named_, texts_;
  std::set<std::string> warned_;
};

struct PlayerNames {
  std::string attackers, defenders;
};

/// A game as a record without values. The result of an unfinished game is Result::kOngoing.
GameRecord RecordOf(const Game& game, const PlayerNames& players);

/// Writes a game to a file (WriteOutput): as an OpenTafl record if the name ends in `.otg`, as one
/// JSON line for `raichi replay --input` if it ends in `.jsonl` or `.json` or has no ending. Throws
/// Error for another ending, which would promise another format.
void SaveGame(const Game& game, const PlayerNames& players, const std::string& file,
              const Json& more = {});

}  // namespace raichi
