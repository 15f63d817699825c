#include "console/move_list.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/quote.h"
#include "console/output.h"
#include "rules/notation.h"
#include "rules/words/announce.h"

namespace raichi {
namespace {

Move ParseNext(const Game& game, const std::string& word) {
  try {
    if (game.IsOver()) {
      throw Error("move " + QuoteForError(word) + ": the game is over (" + DescribeResult(game) +
                  ")");
    }
    return ParseLegalMove(game, word);
  } catch (const Error& error) {
    throw Error(fmt::format("ply {}: {}", game.ply() + 1, error.what()));
  }
}

/// Returns a word without the number of a turn that precedes it: `12.e3-c3` or `12...e3-c3`.
std::string_view WithoutNumber(std::string_view word) {
  const size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  std::string_view rest = word.substr(digits);
  if (digits == 0 || !(rest.starts_with('.') || rest.starts_with("…"))) return word;
  while (rest.starts_with('.')) rest.remove_prefix(1);
  if (rest.starts_with("…")) rest.remove_prefix(std::string_view("…").size());
  return rest;
}

}  // namespace

void PlayMoves(const std::string& moves, Game* game,
               const std::function<void(Move move, const Step& step)>& on_move) {
  std::string spaced = moves;
  std::ranges::replace(spaced, ',', ' ');
  std::istringstream words(spaced);
  for (std::string word; words >> word;) {
    std::string text(WithoutNumber(word));
    if (text.empty() || text == "…" || text == "...") continue;
    // Captures may stand apart: `e3-c3 xc4 xb3`. No board has a file x.
    while ((words >> std::ws).peek() == 'x' && words >> word) text += word;
    const Move move = ParseNext(*game, text);
    const Step step = game->Play(move);
    if (on_move) on_move(move, step);
  }
}

}  // namespace raichi
