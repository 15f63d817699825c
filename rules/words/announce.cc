#include "rules/words/announce.h"

#include "rules/movegen.h"
#include "rules/notation.h"

namespace raichi {

std::string DescribeResult(const Game& game) {
  std::string text(ToString(game.result()));
  if (!game.IsOver()) return text;
  if (game.result() != Result::kDraw) text += " win";
  return text + ": " + std::string(ToString(game.reason()));
}

std::string_view CallRoads(const Game& game) {
  if (game.IsOver() || game.to_move() == Side::kDefenders) return "";
  const int roads = KingRoads(game.rules(), game.position());
  if (roads == 0) return "";
  return roads == 1 ? "Raichi! The king sees an open road." : "Tuichu! The king sees two roads.";
}

}  // namespace raichi
