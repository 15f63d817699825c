#pragma once

#include <string>

#include "console/output.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// How `raichi games` prints a record; its moves must be legal by `rules` (Error otherwise).

/// One line: id, players, result, length, rule set.
std::string GameToLine(const GameRecord& record, const RulesPtr& rules);
/// A line for each turn: the move with its captures, the values and the visits of its search.
std::string GameToTurns(const GameRecord& record, const RulesPtr& rules);
/// One object, with the keys that `raichi replay --input` reads among them.
Json GameToJson(const GameRecord& record, const RulesPtr& rules);

}  // namespace raichi
