#pragma once

#include <functional>
#include <string>
#include <vector>

#include "console/output.h"
#include "rules/game.h"
#include "rules/rule_set.h"

namespace raichi {

/// Returns a rule set as JSON, with the keys and values of its canonical rule file (docs/rules.md).
Json RulesToJson(const RuleSet& rules);

/// A key in which two rule sets differ, as in `king.capture.open`, and its values as JSON; null
/// where a rule set does not have the key.
struct RuleDifference {
  std::string key;
  Json first, second;
};

/// The keys in which two rule sets differ, in the order of the canonical text. Names, titles,
/// sources and assumptions do not count.
std::vector<RuleDifference> DifferencesOf(const RuleSet& first, const RuleSet& second);

/// Writes a value as in rule files: `custodial`, `[king]`; `-` for null.
std::string RuleValueText(const Json& value);

/// Plays a list of moves separated by white space or commas (`e3-c3 a5a4 …`, notation.h), perhaps
/// with the numbers of turns (`1. e3-c3 a5a4 2. …`) and with captures as words of their own
/// (`e3-c3 xc4 xb3`). After each it calls `on_move`, if that is given. Throws Error naming ply and
/// move if a move cannot be read, is not legal or follows the end of the game.
void PlayMoves(const std::string& moves, Game* game,
               const std::function<void(Move move, const Step& step)>& on_move = {});

/// The options `--rules` and `--position`, which many commands share.
struct PositionArguments {
  std::string rules = "linnaeus";  // a variant's name or a file's path
  std::string position;            // empty: the starting position of the rules
};

/// Returns a game without history at the position that the options name.
Game OpenGame(const PositionArguments& arguments);

}  // namespace raichi
