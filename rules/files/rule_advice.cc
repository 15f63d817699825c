#include "rules/files/rule_advice.h"

namespace raichi {
namespace {

/// Whether a king who must be surrounded is safe beside squares of a kind: if attackers may not
/// stop there and the squares are not hostile to him, that side of him stays open.
bool StaysOpen(ClassSet stop, ClassSet hostile) {
  return !stop.HasRoyal() && !stop.HasSameCamp() && !hostile.Has(PieceClass::kKing);
}

/// Whether no rule lets the attackers capture the king, wherever he stands.
bool IsSafeEverywhere(const RuleSet& rules) {
  const KingRules& king = rules.king;
  const bool by_throne = rules.throne && (king.beside_throne != KingCapture::kNever ||
                                          king.on_throne != KingCapture::kNever);
  return king.open == KingCapture::kNever && king.at_edge == KingCapture::kNever && !by_throne;
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
  if (rules.goal == Goal::kCorners && rules.corners &&
      !rules.corners->stop.Has(PieceClass::kKing)) {
    found.emplace_back(
        "corners.stop: without 'king' the king can never reach his goal, since goal is corners");
  }
  if (IsSafeEverywhere(rules)) {
    found.emplace_back("king.capture: 'never' everywhere, so the king can never be captured");
  }
  return found;
}

}  // namespace raichi
