#pragma once

#include <spdlog/fmt/fmt.h>

#include <iostream>
#include <string>
#include <string_view>

#include "base/json.h"
#include "console/log.h"
#include "rules/game.h"
#include "rules/words/announce.h"

namespace raichi {

/// Prints a line to standard output, as VisibleLine shows it (base/text.h).
void PrintLine(std::string_view line);
/// Prints lines of ours, in which only single lines are from elsewhere, as Visible shows them.
void PrintText(std::string_view text);
/// Prints a line of ours as it is, such as a board whose colours are control characters.
void PrintDrawing(std::string_view drawing);
void PrintJson(const Json& object);

/// null, "attackers", "defenders" or "draw".
Json ToJson(Result result);
/// Describes the move that led to `game`'s current position:
/// `{"move":"e3-c3xc4","captures":["c4"],"position":"… d","result":null}`.
Json MoveToJson(const Game& game, Move move, const Step& step);

}  // namespace raichi
