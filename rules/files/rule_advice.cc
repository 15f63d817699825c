#include "rules/files/rule_advice.h"

namespace raichi {
namespace {

/// Whether a king who must be surrounded is safe beside squares of a kind: if attackers may not
/// stop there and the squares are not hostile to him, that side of him stays open.
bool StaysOpen(ClassSet stop, ClassSet hostile) {
  return !stop.HasRoyal() && !hostile.Has(PieceClass::kKing);
}

}  // namespace

std::vector<std::string> OversightsOf(const RuleSet& rules) {
  std::vector<std::string> found;
  if (rules.throne && rules.king.beside_throne == KingCapture::kSurround &&
      StaysOpen(rules.throne->stop, rules.throne->hostile_empty)) {
    found.emplace_back(
        "throne.hostile_empty: without 'king' a king beside the empty throne can never be "
        "captured, since king.capture.beside_throne is surround");
  }
  if (rules.camps && rules.king.open == KingCapture::kSurround &&
      (StaysOpen(rules.camps->stop, rules.camps->hostile) ||
       (rules.camps->close && StaysOpen(rules.camps->closed_stop, rules.camps->hostile)))) {
    found.emplace_back(
        "camps.hostile: without 'king' a king beside an empty camp can never be captured, since "
        "king.capture.open is surround");
  }
  return found;
}

}  // namespace raichi
