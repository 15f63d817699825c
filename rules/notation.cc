#include "rules/notation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "rules/error.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 4> kResults = {"ongoing", "attackers", "defenders", "draw"};
constexpr std::array<std::string_view, 11> kReasons = {
    "",         "king captured", "king escaped", "no attackers", "encircled", "exit fort",
    "no moves", "repetition",    "quiet limit",  "ply limit",    "resigned"};

std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 80;
  std::string shown;
  for (const char c : text.substr(0, kShown)) shown += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kShown) shown += "…";
  return shown.insert(0, 1, '\'').append(1, '\'');
}

/// Reads a square at the front of `text` and drops it; false if there is none on the board.
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

[[noreturn]] void FailMove(std::string_view text, const std::string& expected) {
  throw Error("move " + Quoted(text) + ": expected " + expected);
}

/// Reads `e3-c3` or `e3c3` at the front of `rest` and drops it.
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

/// Reads `xc4/b3`, the captures behind a move.
std::vector<Square> ParseCaptures(std::string_view text, std::string_view rest, int size) {
  std::vector<Square> captures;
  char separator = 'x';
  while (!rest.empty()) {
    Square square;
    const bool separated = rest.front() == separator;
    rest.remove_prefix(1);
    if (!separated || !ConsumeSquare(&rest, size, &square)) {
      FailMove(text, "captures as in e3-c3xc4/b3");
    }
    captures.push_back(square);
    separator = '/';
  }
  return captures;
}

template <typename Enum, size_t N>
Enum ParseWord(const std::array<std::string_view, N>& words, std::string_view text,
               const char* what) {
  const auto word = std::find(words.begin(), words.end(), text);
  if (word != words.end()) return static_cast<Enum>(word - words.begin());
  throw Error(std::string(what) + " " + Quoted(text) + " is unknown");
}

/// Reads one rank of a position into `position`.
void ParseRank(std::string_view rank, int y, int size, Position* position) {
  const auto fail = [&](const std::string& why) {
    throw Error("position, rank " + std::to_string(y) + " " + Quoted(rank) + ": " + why);
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
      const size_t piece = std::string_view("tTK").find(rank[i++]);
      if (piece == std::string_view::npos) fail("expected t, T, K or a number of empty squares");
      if (x > size) fail("more than " + std::to_string(size) + " squares");
      if (piece == 2 && !position->king().IsNone()) fail("a second king");
      position->Put(Square(x++, y), static_cast<PieceClass>(piece));
    }
  }
  if (x != size + 1) fail("expected " + std::to_string(size) + " squares");
}

}  // namespace

std::string ToString(Square square) {
  if (square.IsNone()) return "-";
  return static_cast<char>('a' + square.x() - 1) + std::to_string(square.y());
}

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

std::string ToString(const Rules& rules, const Position& position) {
  std::string text;
  for (int y = rules.size(); y >= 1; --y) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int x = 1; x <= rules.size(); ++x) {
      const auto piece = position.At(Square(x, y));
      if (!piece) {
        ++empty;
        continue;
      }
      flush();
      text += "tTK"[static_cast<size_t>(*piece)];
    }
    flush();
    text += y > 1 ? '/' : ' ';
  }
  return text + (position.to_move() == Side::kAttackers ? 'a' : 'd');
}

std::string_view ToString(Side side) {
  return side == Side::kAttackers ? "attackers" : "defenders";
}
std::string_view ToString(Result result) { return kResults[static_cast<size_t>(result)]; }
std::string_view ToString(Reason reason) { return kReasons[static_cast<size_t>(reason)]; }

Square ParseSquare(std::string_view text, int size) {
  Square square;
  std::string_view rest = text;
  if (!ConsumeSquare(&rest, size, &square) || !rest.empty()) {
    throw Error("square " + Quoted(text) + ": expected a1 to " + ToString(Square(size, size)));
  }
  return square;
}

Move ParseMove(std::string_view text, int size) {
  std::string_view rest = text;
  const Move move = ConsumeMove(text, &rest, size);
  ParseCaptures(text, rest, size);
  return move;
}

Move ParseLegalMove(const Game& game, std::string_view text) {
  const int size = game.rules().size();
  std::string_view rest = text;
  const Move move = ConsumeMove(text, &rest, size);
  std::vector<Square> named = ParseCaptures(text, rest, size);
  if (game.IsOver()) throw Error("move " + Quoted(text) + ": the game is over");
  if (!game.IsLegal(move)) throw Error("move " + Quoted(text) + " is not legal");
  if (named.empty()) return move;

  Position next = game.position();
  const Step step = Play(game.rules(), move, &next);
  std::vector<Square> taken(step.captured.begin(), step.captured.begin() + step.num_captured);
  std::sort(named.begin(), named.end());
  std::sort(taken.begin(), taken.end());
  if (named != taken) {
    throw Error("move " + Quoted(text) + " captures otherwise: " + ToString(move, step));
  }
  return move;
}

Position ParseSquares(std::string_view text, int size) {
  Position position;
  int y = size;
  for (std::string_view rest = text;; --y) {
    const size_t slash = rest.find('/');
    if (y < 1 || (slash == std::string_view::npos && y > 1)) {
      throw Error("position " + Quoted(text) + ": expected " + std::to_string(size) + " ranks");
    }
    ParseRank(rest.substr(0, slash), y, size, &position);
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  if (position.king().IsNone()) throw Error("position " + Quoted(text) + ": no king");
  return position;
}

Position ParsePosition(const Rules& rules, std::string_view text) {
  const size_t space = text.find(' ');
  Position position = ParseSquares(text.substr(0, space), rules.size());
  if (space == std::string_view::npos) {
    position.SetToMove(rules.data().first);
  } else {
    const std::string_view side = text.substr(space + 1);
    if (side != "a" && side != "d") {
      throw Error("position " + Quoted(text) + ": expected 'a' or 'd' to move");
    }
    position.SetToMove(side == "a" ? Side::kAttackers : Side::kDefenders);
  }
  if (rules.goal().Has(position.king())) {
    throw Error("position " + Quoted(text) + ": the king has already escaped");
  }
  return position;
}

Side ParseSide(std::string_view text) {
  constexpr std::array<std::string_view, 2> kSides = {"attackers", "defenders"};
  return ParseWord<Side>(kSides, text, "side");
}
Result ParseResult(std::string_view text) { return ParseWord<Result>(kResults, text, "result"); }
Reason ParseReason(std::string_view text) { return ParseWord<Reason>(kReasons, text, "reason"); }

}  // namespace raichi
