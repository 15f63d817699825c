#include "rules/board/move_text.h"

#include "base/error.h"
#include "base/quote.h"
#include "rules/board/square_text.h"

namespace raichi {
namespace {

[[noreturn]] void FailMove(std::string_view text, const std::string& expected) {
  throw Error("move " + QuoteForError(text) + ": expected " + expected);
}

/// Reads `e3-c3` or `e3c3` at the front of `rest` and removes it. `text` is the whole text, for
/// errors.
Move ConsumeMove(std::string_view text, std::string_view* rest, int size) {
  Square from, to;
  if (!ConsumeSquare(rest, size, &from)) FailMove(text, "a square of the board, as in e3-c3");
  if (!rest->empty() && rest->front() == '-') rest->remove_prefix(1);
  if (!ConsumeSquare(rest, size, &to)) FailMove(text, "a second square, as in e3-c3");
  if (from == to || (from.x() != to.x() && from.y() != to.y())) {
    FailMove(text, "two squares on one rank or file");
  }
  return Move::Between(from, to);
}

/// Reads `xc4/b3` or `xc4xb3`, the captures after a move.
std::vector<Square> ParseCaptures(std::string_view text, std::string_view rest, int size) {
  std::vector<Square> captures;
  while (!rest.empty()) {
    Square square;
    const bool separated = rest.front() == 'x' || (rest.front() == '/' && !captures.empty());
    rest.remove_prefix(1);
    if (!separated || !ConsumeSquare(&rest, size, &square)) {
      FailMove(text, "captures as in e3-c3xc4/b3");
    }
    captures.push_back(square);
  }
  return captures;
}

}  // namespace

std::string ToString(Move move) {
  return move.IsNone() ? "-" : ToString(move.from()) + "-" + ToString(move.to());
}

std::string ToString(Move move, const Step& step) {
  std::string text = ToString(move);
  for (int i = 0; i < step.num_captured; ++i) {
    text += i == 0 ? 'x' : '/';
    text += ToString(step.captured[static_cast<size_t>(i)]);
  }
  return text;
}

MoveText ParseMoveText(std::string_view text, int size) {
  std::string_view rest = text;
  const Move move = ConsumeMove(text, &rest, size);
  return {move, ParseCaptures(text, rest, size)};
}

Move ParseMove(std::string_view text, int size) { return ParseMoveText(text, size).move; }

}  // namespace raichi
