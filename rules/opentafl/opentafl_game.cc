#include "rules/opentafl/opentafl_game.h"

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "rules/board/text.h"
#include "rules/opentafl/opentafl.h"

namespace raichi {
namespace {

constexpr std::string_view kBlank = " \t\r\n";
constexpr std::string_view kResignation = "---";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

[[noreturn]] void Fail(const std::string& what) { throw Error("OpenTafl game: " + what); }

void SkipBlanks(std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(kBlank), text->size()));
}

/// Removes `[…]` from the front of the text and returns what is between the brackets.
std::string_view TakeBrackets(std::string_view* text) {
  const size_t end = text->find(']');
  if (end == std::string_view::npos) Fail("a tag or a comment has no end; expected ]");
  const std::string_view inside = text->substr(1, end - 1);
  text->remove_prefix(end + 1);
  return inside;
}

/// Removes the rest of the line from the front of the text and returns it.
std::string_view TakeLine(std::string_view* text) {
  const std::string_view line = text->substr(0, text->find_first_of("\r\n"));
  text->remove_prefix(line.size());
  return line;
}

/// Removes the tags from the front of the text and returns them. Old records have the rules and the
/// position as lines without brackets.
std::map<std::string, std::string> TakeTags(std::string_view* text) {
  std::map<std::string, std::string> tags;
  for (SkipBlanks(text); !text->empty(); SkipBlanks(text)) {
    if (text->starts_with('[')) {
      const std::string_view tag = TakeBrackets(text);
      const size_t colon = std::min(tag.find(':'), tag.size());
      tags[std::string(tag.substr(0, colon))] = tag.substr(std::min(colon + 1, tag.size()));
    } else if (text->starts_with("dim:")) {
      tags["rules"] = TakeLine(text);
    } else if (text->starts_with('/')) {
      tags["position"] = TakeLine(text);
    } else {
      break;
    }
  }
  return tags;
}

/// Returns a square such as `Kf6` without the letter of the piece.
std::string_view WithoutPiece(std::string_view square) {
  const bool is_piece =
      !square.empty() && (std::string_view("tTK").find(square[0]) != square.npos ||
                          kOpenTaflSpecialPieces.find(square[0]) != square.npos);
  return square.substr(is_piece && square.size() > 1 && IsLetter(square[1]) ? 1 : 0);
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

/// Removes the number of a turn from the front of `word`: `12.` in the main line, or `12b.1.1a.` in
/// a variation of the second half of this turn. Returns its parts, 0 if the word has no number.
int TakeNumber(std::string_view* word) {
  int parts = 0;
  for (; !word->empty() && IsDigit(word->front()); ++parts) {
    size_t end = std::min(word->find_first_not_of("0123456789"), word->size());
    if (end < word->size() && IsLetter((*word)[end])) ++end;
    if (end == word->size() || (*word)[end] != '.') {
      Fail("'" + ShowOpenTafl(*word) + "' is not the number of a turn; expected one such as 12.");
    }
    word->remove_prefix(end + 1);
  }
  return parts;
}

/// Reads the turns of the main line into `game`. Returns whether they begin with a move that is not
/// given, so that the other side begins.
bool ReadMainLine(std::string_view text, OpenTaflGame* game) {
  bool is_variation = false, lacks_first = false;
  for (SkipBlanks(&text); !text.empty(); SkipBlanks(&text)) {
    if (text.starts_with('[')) {
      if (text.starts_with("[rules:")) Fail("a second game begins; expected one game in a file");
      TakeBrackets(&text);
      continue;
    }
    std::string_view word = text.substr(0, text.find_first_of(" \t\r\n["));
    text.remove_prefix(word.size());
    if (const int parts = TakeNumber(&word); parts > 0) is_variation = parts > 1;
    if (is_variation || word.empty()) continue;
    if (word.find_first_not_of('.') == word.npos) {
      lacks_first |= game->moves.empty();
    } else if (game->resigned) {
      Fail("'" + ShowOpenTafl(word) + "' follows a resignation, which ends the game");
    } else if (word == kResignation) {
      game->resigned = true;
    } else {
      game->moves.push_back(PlainMove(word));
    }
  }
  return lacks_first;
}

/// Returns the rules record with another starting position.
std::string WithStart(const std::string& record, const std::string& position) {
  std::istringstream words(record);
  std::string changed;
  for (std::string word; words >> word;) {
    if (!word.starts_with("start:") && !word.starts_with("starti:")) changed += word + " ";
  }
  return changed + "start:" + position;
}

/// Lets the side begin whose piece moves first, where the rules do not say who does.
void LetMoverBegin(OpenTaflGame* game) {
  if (game->moves.empty()) return;
  RuleSet& rules = game->rules.rule_set;
  std::string_view move = game->moves.front();
  Square from;
  if (!ConsumeSquare(&move, rules.size, &from)) return;
  if (const auto piece = ParseSquares(rules.setup, rules.size).At(from)) {
    rules.first = SideOf(*piece);
  }
}

}  // namespace

OpenTaflGame FromOpenTaflGame(std::string_view text) {
  if (text.size() > kMaxOpenTaflGame) Fail("longer than a megabyte");
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  OpenTaflGame game;
  game.tags = TakeTags(&text);
  const auto rules = game.tags.find("rules"), position = game.tags.find("position");
  if (rules == game.tags.end()) Fail("no rules; expected a line [rules:dim:9 …] among its tags");
  const bool begins_elsewhere = position != game.tags.end();
  game.rules =
      FromOpenTafl(begins_elsewhere ? WithStart(rules->second, position->second) : rules->second);
  const bool lacks_first = ReadMainLine(text, &game);
  if (begins_elsewhere || lacks_first) LetMoverBegin(&game);
  return game;
}

}  // namespace raichi
