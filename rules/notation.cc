#include "rules/notation.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/yaml/write.h"
#include "rules/board/text.h"
#include "rules/hostility.h"
#include "rules/why_illegal.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 2> kSides = {"attackers", "defenders"};
constexpr std::array<std::string_view, 4> kResults = {"ongoing", "attackers", "defenders", "draw"};
constexpr std::array<std::string_view, 13> kReasons = {"",
                                                       "king captured",
                                                       "royal attacker captured",
                                                       "king escaped",
                                                       "no attackers",
                                                       "encircled",
                                                       "exit fort",
                                                       "no moves",
                                                       "repetition",
                                                       "quiet limit",
                                                       "ply limit",
                                                       "resigned",
                                                       "out of time"};

template <typename Enum, size_t N>
Enum ParseWord(const std::array<std::string_view, N>& words, std::string_view text,
               const char* what) {
  const auto word = std::find(words.begin(), words.end(), text);
  if (word != words.end()) return static_cast<Enum>(word - words.begin());
  const auto named = std::span(words).subspan(words.front().empty() ? 1 : 0);
  throw Error(std::string(what) + " " + QuoteForError(text) + " is unknown" +
              Suggestion(text, named));
}

}  // namespace

Move ParseLegalMove(const Game& game, std::string_view text) {
  auto [move, named] = ParseMoveText(text, game.rules().size());
  if (game.IsOver()) throw Error("move " + QuoteForError(text) + ": the game is over");
  if (const std::string why = WhyIllegal(game, move); !why.empty()) {
    throw Error("move " + QuoteForError(text) + " is not legal: " + why);
  }
  if (named.empty()) return move;

  Position next = game.position();
  const Step step = Play(game.rules(), move, &next);
  std::vector<Square> taken(step.captured.begin(), step.captured.begin() + step.num_captured);
  // Other programs name a captured king among the captures (OpenTafl: d4-e4xKe3).
  if (step.reason == Reason::kKingCaptured) std::erase(named, game.position().king());
  std::sort(named.begin(), named.end());
  // hnefatafl.org names a man twice who is captured in two ways (a8-a6xa5xa5).
  named.erase(std::unique(named.begin(), named.end()), named.end());
  std::sort(taken.begin(), taken.end());
  if (named != taken) {
    throw Error("move " + QuoteForError(text) + " captures differently: " + ToString(move, step));
  }
  return move;
}

std::string_view ToString(Side side) { return kSides[static_cast<size_t>(side)]; }
std::string_view ToString(Result result) { return kResults[static_cast<size_t>(result)]; }
std::string_view ToString(Reason reason) { return kReasons[static_cast<size_t>(reason)]; }

Side ParseSide(std::string_view text) {
  const std::string word = Lower(text);
  if (word == "attacker" || word == "black") return Side::kAttackers;
  if (word == "defender" || word == "white") return Side::kDefenders;
  return ParseWord<Side>(kSides, word, "side");
}

Result ParseResult(std::string_view text) { return ParseWord<Result>(kResults, text, "result"); }
Reason ParseReason(std::string_view text) { return ParseWord<Reason>(kReasons, text, "reason"); }

namespace {

/// Removes the part of `text` up to the first `separator`, or all of it if there is none, and
/// returns that part without the separator.
std::string_view TakeField(std::string_view* text, char separator) {
  const size_t end = text->find(separator);
  const std::string_view field = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return field;
}

void AddToList(Square s, std::string* list) {
  if (!list->empty()) *list += ",";
  *list += ToString(s);
}

std::string StraysToString(const Rules& rules, const Position& position) {
  std::string list;
  ForEachSquare(position.Men(Side::kAttackers), rules.size(), [&](Square s) {
    if (position.IsStray(s)) AddToList(s, &list);
  });
  return list;
}

/// Returns the first square of each closed camp in which attackers stand. Closed camps without
/// attackers need no mention, since they are closed in any case.
std::string ClosedCampsToString(const Rules& rules, const Position& position) {
  std::string list;
  for (int camp = 1; rules.camps_close() && camp <= rules.NumCamps(); ++camp) {
    Square first;
    bool is_held = false;
    ForEachSquare(rules.SquaresOfCamp(camp), rules.size(), [&](Square s) {
      if (first.IsNone()) first = s;
      is_held |= position.Men(Side::kAttackers).Has(s);
    });
    if (is_held && IsInClosedCamp(rules, position, first)) AddToList(first, &list);
  }
  return list;
}

/// Reads the squares of strays, `d1,d9`, into `position`.
void ParseStrays(const Rules& rules, std::string_view text, Position* position) {
  for (std::string_view rest = text; !rest.empty();) {
    const Square square = ParseSquare(TakeField(&rest, ','), rules.size());
    const bool may_stray = rules.tells_camps_apart() && rules.CampOf(square) != 0 &&
                           position->Men(Side::kAttackers).Has(square);
    if (!may_stray || position->IsStray(square)) {
      throw Error("position, strays " + QuoteForError(text) + ": " + ToString(square) +
                  (may_stray ? " is named twice" : " holds no attacker that can be a stray"));
    }
    position->SetStray(square, true);
  }
}

/// Closes a camp and marks the attackers in it as strays. They cannot belong to it, because a camp
/// closes only after those who do have left.
void CloseHeldCamp(int camp, const Rules& rules, Position* position) {
  position->CloseCamp(camp);
  if (!rules.tells_camps_apart()) return;
  ForEachSquare(rules.SquaresOfCamp(camp), rules.size(), [&](Square s) {
    if (position->Men(Side::kAttackers).Has(s)) position->SetStray(s, true);
  });
}

/// Reads a list of closed camps, each named by one of its squares.
void ParseClosedCamps(const Rules& rules, std::string_view text, Position* position) {
  SquareSet named;
  for (std::string_view rest = text; !rest.empty();) {
    const Square square = ParseSquare(TakeField(&rest, ','), rules.size());
    if (!rules.camps_close() || rules.CampOf(square) == 0 || named.Has(square)) {
      throw Error("position, closed camps " + QuoteForError(text) + ": " + ToString(square) +
                  (named.Has(square) ? " is in a camp that is named already"
                                     : " is not in a camp that can close"));
    }
    const int camp = rules.CampOf(square);
    named = Union(named, rules.SquaresOfCamp(camp));
    if (!IsInClosedCamp(rules, *position, square)) CloseHeldCamp(camp, rules, position);
  }
}

/// Reads the fields after the side to move: strays or `-`, then perhaps closed camps.
void ParseCamps(const Rules& rules, std::string_view text, Position* position) {
  std::string_view closed = text;
  const std::string_view strays = TakeField(&closed, ' ');
  const bool names_closed = strays.size() < text.size();
  if (!names_closed || strays != "-") ParseStrays(rules, strays, position);
  ParseClosedCamps(rules, closed, position);
}

}  // namespace

std::string ToString(const Rules& rules, const Position& position) {
  const std::string strays = StraysToString(rules, position);
  const std::string closed = ClosedCampsToString(rules, position);
  std::string text = SquaresToString(position, rules.size()) +
                     (position.to_move() == Side::kAttackers ? " a" : " d");
  if (!strays.empty() || !closed.empty()) text += " " + (strays.empty() ? "-" : strays);
  if (!closed.empty()) text += " " + closed;
  return text;
}

Position ParsePosition(const Rules& rules, std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  text = text.substr(0, text.find_last_not_of(kBlank) + 1);
  const size_t space = text.find(' ');
  Position position = ParseSquares(text.substr(0, space), rules.size());
  if (!position.royal().IsNone() && !rules.has_royal()) {
    throw Error("position " + QuoteForError(text) + ": these rules have no royal attacker");
  }
  CloseEmptyCamps(rules, &position);
  if (space == std::string_view::npos) {
    position.SetToMove(rules.data().first);
  } else {
    std::string_view rest = text.substr(space + 1);
    const bool has_camps = rest.size() > 2 && rest[1] == ' ';
    const std::string_view side = has_camps ? TakeField(&rest, ' ') : rest;
    if (side != "a" && side != "d") {
      throw Error("position " + QuoteForError(text) + ": expected 'a' or 'd' to move");
    }
    position.SetToMove(side == "a" ? Side::kAttackers : Side::kDefenders);
    if (has_camps) ParseCamps(rules, rest, &position);
  }
  if (rules.goal().Has(position.king())) {
    throw Error("position " + QuoteForError(text) + ": the king has already escaped");
  }
  return position;
}

}  // namespace raichi
