#include "console/move_list.h"

#include <sstream>

#include "base/error.h"
#include "console/output.h"
#include "rules/announce.h"
#include "rules/notation.h"

namespace raichi {
namespace {

Move ParseNext(const Game& game, const std::string& word) {
  try {
    if (game.IsOver()) throw Error("the game is over (" + DescribeResult(game) + ")");
    return ParseLegalMove(game, word);
  } catch (const Error& error) {
    throw Error(fmt::format("ply {}: move {}: {}", game.ply() + 1, word, error.what()));
  }
}

}  // namespace

void PlayMoves(const std::string& moves, Game* game,
               const std::function<void(Move move, const Step& step)>& on_move) {
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const Move move = ParseNext(*game, word);
    const Step step = game->Play(move);
    if (on_move) on_move(move, step);
  }
}

}  // namespace raichi
