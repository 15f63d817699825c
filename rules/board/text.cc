#include "rules/board/text.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/text.h"

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

namespace {

constexpr std::string_view kPieces = "tTKb";  // by PieceClass

/// Reads one rank of a position into `position`.
void ParseRank(std::string_view rank, int y, int size, Position* position) {
  const auto fail = [&](const std::string& why) {
    throw Error("position, rank " + std::to_string(y) + " " + QuoteForError(rank) + ": " + why);
  };
  int x = 1;
  for (size_t i = 0; i < rank.size();) {
    if (rank[i] >= '0' && rank[i] <= '9') {
      int run = 0;
      const char* begin = rank.data() + i;
      const auto [rest, error] = std::from_chars(begin, rank.data() + rank.size(), run);
      if (error != std::errc() || run < 1 || run > size) fail("a run of empty squares is too long");
      x += run;
      i += static_cast<size_t>(rest - begin);
    } else {
      const size_t piece = kPieces.find(rank[i++]);
      if (piece == std::string_view::npos) fail("expected t, T, K, b or a number of empty squares");
      if (x > size) fail("more than " + std::to_string(size) + " squares");
      if (piece == 2 && !position->king().IsNone()) fail("a second king");
      if (piece == 3 && !position->royal().IsNone()) fail("a second royal attacker");
      position->Put(Square(x++, y), static_cast<PieceClass>(piece));
    }
  }
  if (x != size + 1) fail("expected " + std::to_string(size) + " squares");
}

std::string RankToString(const Position& position, int y, int size) {
  std::string text;
  int empty = 0;
  const auto end_run = [&] {
    if (empty > 0) text += std::to_string(empty);
    empty = 0;
  };
  for (int x = 1; x <= size; ++x) {
    const auto piece = position.At(Square(x, y));
    if (!piece) {
      ++empty;
      continue;
    }
    end_run();
    text += kPieces[static_cast<size_t>(*piece)];
  }
  end_run();
  return text;
}

}  // namespace

std::string ToString(Square square) {
  if (square.IsNone()) return "-";
  return static_cast<char>('a' + square.x() - 1) + std::to_string(square.y());
}

bool ConsumeSquare(std::string_view* text, int size, Square* square) {
  if (text->empty()) return false;
  const int x = text->front() - 'a' + 1;
  int y = 0;
  const char* begin = text->data() + 1;
  const char* end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(begin, std::min(begin + 2, end), y);
  if (error != std::errc() || *begin == '0') return false;
  if (x < 1 || x > size || y < 1 || y > size) return false;
  text->remove_prefix(static_cast<size_t>(rest - text->data()));
  *square = Square(x, y);
  return true;
}

Square ParseSquare(std::string_view text, int size) {
  Square square;
  std::string_view rest = text;
  if (!ConsumeSquare(&rest, size, &square) || !rest.empty()) {
    throw Error("square " + QuoteForError(text) + ": expected a1 to " +
                ToString(Square(size, size)));
  }
  return square;
}

std::string SquaresToString(const Position& position, int size) {
  std::string text;
  for (int y = size; y >= 1; --y) text += RankToString(position, y, size) + (y > 1 ? "/" : "");
  return text;
}

Position ParseSquares(std::string_view text, int size) {
  Position position;
  int y = size;
  for (std::string_view rest = text;; --y) {
    const size_t slash = rest.find('/');
    if (y < 1 || (slash == std::string_view::npos && y > 1)) {
      throw Error("position " + QuoteForError(text) + ": expected " + std::to_string(size) +
                  " ranks");
    }
    ParseRank(rest.substr(0, slash), y, size, &position);
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  if (position.king().IsNone()) throw Error("position " + QuoteForError(text) + ": no king");
  return position;
}

}  // namespace raichi
