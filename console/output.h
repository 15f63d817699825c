#pragma once

#include <spdlog/fmt/fmt.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "console/log.h"
#include "rules/game.h"
#include "rules/words/announce.h"

namespace raichi {

/// JSON whose keys keep the order in which they were given.
using Json = nlohmann::ordered_json;

/// Prints a line to standard output, as Visible shows it (console/terminal.h).
void PrintLine(std::string_view text);
/// Prints a line of ours as it is, such as a board whose colours are control characters.
void PrintDrawing(std::string_view drawing);
void PrintJson(const Json& object);
/// Returns a value as one line of JSON. Bytes that are not UTF-8, as in names of files, become
/// U+FFFD.
std::string JsonText(const Json& value);

/// null, "attackers", "defenders" or "draw".
Json ToJson(Result result);
/// Describes the move that led to `game`'s current position:
/// `{"move":"e3-c3xc4","captures":["c4"],"position":"… d","result":null}`.
Json MoveToJson(const Game& game, Move move, const Step& step);

}  // namespace raichi
