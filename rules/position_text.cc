#include "rules/position_text.h"

#include "base/error.h"
#include "base/quote.h"
#include "rules/board/square_text.h"

namespace raichi {
namespace {

/// Cuts off `text` up to the first `separator`; all of it if there is none.
std::string_view TakeField(std::string_view* text, char separator) {
  const size_t end = text->find(separator);
  const std::string_view field = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return field;
}

std::string StraysToString(const Rules& rules, const Position& position) {
  std::string text;
  ForEachSquare(position.Men(Side::kAttackers), rules.size(), [&](Square s) {
    if (position.IsStray(s)) text += (text.empty() ? " " : ",") + ToString(s);
  });
  return text;
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

}  // namespace

std::string ToString(const Rules& rules, const Position& position) {
  return SquaresToString(position, rules.size()) +
         (position.to_move() == Side::kAttackers ? " a" : " d") + StraysToString(rules, position);
}

Position ParsePosition(const Rules& rules, std::string_view text) {
  const size_t space = text.find(' ');
  Position position = ParseSquares(text.substr(0, space), rules.size());
  if (space == std::string_view::npos) {
    position.SetToMove(rules.data().first);
  } else {
    std::string_view rest = text.substr(space + 1);
    const bool has_strays = rest.size() > 2 && rest[1] == ' ';
    const std::string_view side = has_strays ? TakeField(&rest, ' ') : rest;
    if (side != "a" && side != "d") {
      throw Error("position " + QuoteForError(text) + ": expected 'a' or 'd' to move");
    }
    position.SetToMove(side == "a" ? Side::kAttackers : Side::kDefenders);
    if (has_strays) ParseStrays(rules, rest, &position);
  }
  if (rules.goal().Has(position.king())) {
    throw Error("position " + QuoteForError(text) + ": the king has already escaped");
  }
  return position;
}

}  // namespace raichi
