#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

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

namespace {

constexpr const char* kNextToThrone = "next to the throne";
constexpr const char* kAtEdge = "at the edge";

/// A part of the board and how the king is captured there.
struct Place {
  std::string name;
  KingCapture how;
};

/// Returns the places where the king can be captured. The edge is not among them if it is his goal.
std::vector<Place> PlacesOf(const Rules& rules) {
  const KingRules& king = rules.data().king;
  std::vector<Place> places;
  if (rules.data().throne) {
    if (CanKingBeOnThrone(rules)) places.push_back({"on the throne", king.on_throne});
    places.push_back({kNextToThrone, king.beside_throne});
  }
  if (rules.data().goal != Goal::kEdge) places.push_back({kAtEdge, king.at_edge});
  places.push_back({"elsewhere", king.open});
  return places;
}

/// Describes how the king is captured. `he` is the word for him in the first sentence.
std::string Method(const Rules& rules, KingCapture how, const std::string& he) {
  const bool is_hostile = HasHostileSquares(rules, PieceClass::kKing);
  const std::string when = he + " is captured when an attacker moves next to him and ";
  switch (how) {
    case KingCapture::kCustodial:
      return when + "directly behind him, in the same line, there is another attacker" +
             (is_hostile ? " or a square that is hostile to him." : ".");
    case KingCapture::kSurround:
      return when + (is_hostile ? "each of the four squares next to him has an attacker on it or "
                                  "is hostile to him."
                                : "attackers stand on all four squares next to him.");
    case KingCapture::kNever:
      return he + " cannot be captured.";
  }
  return "";
}

/// Describes how the throne and the edge change the number of attackers that a capture needs.
std::string Details(const Rules& rules, const Place& place) {
  if (place.how == KingCapture::kNever) return "";
  const bool surround = place.how == KingCapture::kSurround;
  if (place.name == kAtEdge) {
    return surround ? "at the edge, three sides are enough."
                    : "at the edge, this can only happen along the edge.";
  }
  if (place.name != kNextToThrone || !surround) return "";
  const ThroneRules& throne = *rules.data().throne;
  if (throne.hostile_empty.Has(PieceClass::kKing)) {
    return "next to the empty throne, attackers on the other three sides are enough.";
  }
  if (throne.stop.HasRoyal()) return "";
  return "the throne is not hostile to him and no attacker can move there, so next to the throne "
         "he "
         "is safe.";
}

}  // namespace

RuleChapter KingCaptureInWords(const Rules& rules) {
  const KingCapture elsewhere = rules.data().king.open;
  std::vector<Place> places = PlacesOf(rules);
  std::ranges::stable_sort(
      places, {}, [&](const Place& place) { return std::pair(place.how == elsewhere, place.how); });
  RuleChapter chapter{"Capturing the king", {}};
  for (auto begin = places.begin(); begin != places.end();) {
    const auto end = std::find_if(begin, places.end(),
                                  [&](const Place& place) { return place.how != begin->how; });
    std::vector<std::string> names;
    std::string details;
    for (auto place = begin; place != end; ++place) {
      names.push_back(place->name);
      AddSentence(Details(rules, *place), &details);
    }
    const bool everywhere = begin == places.begin() && end == places.end();
    const std::string where = everywhere                ? "wherever the king stands"
                              : begin->how == elsewhere ? "everywhere else"
                                                        : Listed(names);
    const std::string king = begin == places.begin() && !everywhere ? "the king" : "he";
    std::string paragraph = Capital(where + ", " + Method(rules, begin->how, king));
    AddSentence(details, &paragraph);
    chapter.paragraphs.push_back(paragraph);
    begin = end;
  }
  if (places.front().how == KingCapture::kNever && chapter.paragraphs.size() == 1) return chapter;
  chapter.paragraphs.emplace_back(
      "Only a move of the attackers captures the king: he may move between attackers.");
  return chapter;
}

}  // namespace raichi
