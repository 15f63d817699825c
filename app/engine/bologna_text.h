#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/board/position.h"

namespace raichi {

/// The messages of the Tablut Challenge's server: UTF-8 JSON. White are the defenders, black the
/// attackers; the rows of a board are the ranks from 1, their columns the files from a.

struct BolognaState {
  Position position;            // with the side to move, where the game goes on
  std::optional<Result> ended;  // how it ended; `position` may then lack the king
};

/// Reads `{"board":[["EMPTY",…],…],"turn":"WHITE"}`. Squares are EMPTY, WHITE, BLACK, KING or
/// THRONE (the empty throne); the turn may be WHITEWIN, BLACKWIN or DRAW. Throws Error naming what
/// is not so, on another size or on other than one king while the game goes on.
BolognaState ParseBolognaState(std::string_view json, int size);

/// `{"from":"e4","to":"f4","turn":"WHITE"}`
std::string BolognaMove(Move move, Side side);
/// A player's name as a message.
std::string BolognaName(const std::string& name);

/// white, black
std::string_view BolognaSide(Side side);
Side ParseBolognaSide(std::string_view text);  // Throws Error.

}  // namespace raichi
