#include "rules/opentafl/opentafl_game.h"

#include <algorithm>

#include "base/error.h"
#include "rules/opentafl/opentafl_pairs.h"

namespace raichi {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

[[noreturn]] void Fail(const std::string& what) { throw Error("OpenTafl game: " + what); }

/// Removes the next line from the text and returns it without the blanks around it.
std::string_view TakeLine(std::string_view* text) {
  const size_t end = std::min(text->find('\n'), text->size());
  std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  const size_t first = std::min(line.find_first_not_of(kBlank), line.size());
  line.remove_prefix(first);
  return line.substr(0, line.find_last_not_of(kBlank) + 1);
}

/// Reads a line such as `[attackers:Tim]`. Returns false if it is not a tag.
bool TakeTag(std::string_view line, std::map<std::string, std::string>* tags) {
  const size_t colon = line.find(':');
  if (!line.starts_with('[') || !line.ends_with(']') || colon == std::string_view::npos) {
    return false;
  }
  const std::string_view value = line.substr(colon + 1, line.size() - colon - 2);
  tags->emplace(line.substr(1, colon - 1), value);
  return true;
}

/// Returns a square such as `Kf6` without the letter of the piece.
std::string_view WithoutPiece(std::string_view square) {
  const bool has_piece = square.size() > 1 && IsLetter(square[0]) && IsLetter(square[1]);
  return square.substr(has_piece ? 1 : 0);
}

/// Converts `Kf6-f10xTe10/tf11+` to `f6-f10xe10/f11`. The signs at the end announce raichi and
/// tuichu.
std::string PlainMove(std::string_view word) {
  std::string_view rest = WithoutPiece(word);
  rest = rest.substr(0, rest.find_last_not_of("+-|!?") + 1);
  if (rest.find_first_of("=^") != std::string_view::npos) {
    Fail("move '" + ShowOpenTafl(word) + "': berserk moves and jumps are not supported");
  }
  const size_t captures = std::min(rest.find('x'), rest.size());
  std::string move(rest.substr(0, captures));
  const size_t dash = move.find('-');
  if (move.size() < 5 || !IsLetter(move[0]) || !IsDigit(move[1]) || dash == std::string::npos) {
    Fail("'" + ShowOpenTafl(word) + "' is not a move; expected a move such as e1-e3");
  }
  rest.remove_prefix(std::min(captures + 1, rest.size()));
  for (char separator = 'x'; !rest.empty(); separator = '/') {
    const size_t end = std::min(rest.find('/'), rest.size());
    move += separator;
    move += WithoutPiece(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return move;
}

/// Whether a word is the number of a move, such as `12.`.
bool IsNumber(std::string_view word) {
  return word.size() > 1 && word.back() == '.' &&
         std::all_of(word.begin(), word.end() - 1, [](char c) { return IsDigit(c); });
}

std::vector<std::string> ReadMoves(std::string_view text) {
  std::vector<std::string> moves;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
    if (text.empty()) return moves;
    if (text.starts_with('[')) {
      const size_t end = text.find(']');
      if (end == std::string_view::npos) Fail("a comment has no end; expected ]");
      text.remove_prefix(end + 1);
      continue;
    }
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n["));
    if (!IsNumber(word)) moves.push_back(PlainMove(word));
    text.remove_prefix(word.size());
  }
}

}  // namespace

OpenTaflGame FromOpenTaflGame(std::string_view text) {
  if (text.size() > kMaxOpenTaflGame) Fail("longer than a megabyte");
  OpenTaflGame game;
  std::string_view rest = text;
  while (TakeTag(TakeLine(&rest), &game.tags)) text = rest;
  const auto rules = game.tags.find("rules");
  if (rules == game.tags.end()) Fail("no rules; expected a line [rules:dim:9 …] among its tags");
  game.rules = FromOpenTafl(rules->second);
  game.moves = ReadMoves(text);
  return game;
}

}  // namespace raichi
