#include <string_view>

#include "rules/words/chapters.h"
#include "rules/words/phrases.h"

namespace raichi {
namespace {

std::string KingsPart(Armed armed) {
  switch (armed) {
    case Armed::kBoth:
      return "The king helps to capture attackers as defenders do, by moving and by standing.";
    case Armed::kHammer:
      return "The king captures attackers by moving, as defenders do. But while he stands, no "
             "attacker is captured between a defender and him.";
    case Armed::kAnvil:
      return "The king captures nothing by moving. But an attacker can be captured between a "
             "defender who moves and the king.";
    case Armed::kNone:
      return "The king takes no part in captures: he captures nothing by moving, and no attacker "
             "is captured between a defender and him.";
  }
  return "";
}

/// The sentences on captures against the edge of the board.
std::string EdgesPart(const Rules& rules) {
  ClassSet men = Meant(rules, rules.data().edge.hostile);
  men.words &= static_cast<uint8_t>(~ClassSet::kKing);
  if (men.words == 0) return "No man is captured between an enemy and the edge of the board.";
  const bool both = men.Has(PieceClass::kAttacker) && men.Has(PieceClass::kDefender);
  return "The edge of the board counts as an enemy of " +
         (both ? "all men" : PiecesOf(rules, men)) +
         ": one who stands at the edge can be captured between an enemy and the edge.";
}

/// Returns the men whose rows are closed by an empty corner: `attackers`, `men` or an empty text.
std::string MenOfCorners(const Rules& rules) {
  if (!rules.data().corners) return "";
  ClassSet men = Meant(rules, rules.data().corners->hostile);
  men.words &= static_cast<uint8_t>(~ClassSet::kKing);
  if (men.words == 0 || rules.data().shieldwall_ends == ShieldwallEnds::kPieces) return "";
  const bool both = men.Has(PieceClass::kAttacker) && men.Has(PieceClass::kDefender);
  return both ? "men" : PiecesOf(rules, men);
}

}  // namespace

RuleChapter CapturesInWords(const Rules& rules) {
  const bool is_hostile = HasHostileSquares(rules, PieceClass::kAttacker) ||
                          HasHostileSquares(rules, PieceClass::kDefender);
  const std::string squares = is_hostile ? " or a square that is hostile to him" : "";
  return {"Capturing men",
          {"A man is captured when an enemy moves next to him, on his rank or his file, and "
           "directly behind him, in the same line, there is another enemy" +
               squares + ". He is taken off the board. One move can capture several men.",
           "Only the piece that moves captures. A man who moves between two enemies is safe.",
           KingsPart(rules.data().king.armed), EdgesPart(rules)}};
}

RuleChapter ShieldwallInWords(const Rules& rules) {
  RuleChapter chapter{"Shieldwall", {}};
  if (!rules.data().shieldwall) return chapter;
  const std::string men = MenOfCorners(rules);
  const std::string corner = men.empty()    ? ""
                             : men == "men" ? " or an empty corner"
                                            : ", or an empty corner if they are " + men;
  const bool any_move = rules.data().shieldwall_move == ShieldwallMove::kAny;
  chapter.paragraphs = {
      "Two or more neighbouring pieces of one side in a row along an edge of the board can be "
      "captured together. Each of them must have an enemy in front of it, on the side away from "
      "the edge, and at each end of the row, on the edge, there must be an enemy" +
          corner + ". " +
          (any_move
               ? "The move that brings this about captures the row, whichever of these enemies "
                 "it moves."
               : "The move that captures the row is that of an enemy to one of its ends."),
      "A king in such a row is not captured; the men in it are. The king takes part in capturing a "
      "row as he does in other captures."};
  return chapter;
}

}  // namespace raichi
