#include <algorithm>
#include <utility>
#include <vector>

#include "rules/words/chapters.h"
#include "rules/words/phrases.h"

namespace raichi {
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
