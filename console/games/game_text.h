#pragma once

#include <string>

#include "console/output.h"
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

}  // namespace raichi
