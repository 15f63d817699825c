#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/board/position.h"

namespace raichi {

/// The messages of the Tablut Challenge's server, JSON in UTF-8. White stands for the defenders and
/// black for the attackers. The rows of a board are the ranks from 1, and the columns are the files
/// from a.

struct BolognaState {
  Position position;            // with the side to move if the game is unfinished
  std::optional<Result> ended;  // the result of a finished game, whose `position` may lack the king
};

/// Reads `{"board":[["EMPTY",…],…],"turn":"WHITE"}`. Squares are EMPTY, WHITE, BLACK, KING or
/// THRONE (the empty throne); the turn may be WHITEWIN, BLACKWIN or DRAW. Throws Error naming what
/// is wrong, also if the size differs or an unfinished game does not have exactly one king.
BolognaState ParseBolognaState(std::string_view json, int size);

/// Returns a move as `{"from":"e4","to":"f4","turn":"WHITE"}`.
std::string BolognaMove(Move move, Side side);
/// Returns the message that introduces a player by name.
std::string BolognaName(const std::string& name);

/// Returns `white` or `black`.
std::string_view BolognaSide(Side side);

}  // namespace raichi
