#include "selfplay/balance/verdict.h"

#include "base/check.h"

namespace raichi {

bool WithinEven(const ScoreEstimate& estimate) {
  return estimate.low >= 0.45 && estimate.high <= 0.55;
}

Verdict Judge(const ScoreEstimate& estimate, const std::optional<Contrast>& slope) {
  const bool moves = slope && (slope->low > 0 || slope->high < 0);
  if (WithinEven(estimate) && !moves) return Verdict::kBalanced;
  if (estimate.high < 0.25 || estimate.low > 0.75) return Verdict::kLopsided;
  if (estimate.high < 0.5 || estimate.low > 0.5) return Verdict::kLeans;
  return Verdict::kUndecided;
}

std::string ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kBalanced:
      return "balanced";
    case Verdict::kLopsided:
      return "lopsided";
    case Verdict::kLeans:
      return "leans";
    case Verdict::kUndecided:
      return "undecided";
  }
  RAICHI_CHECK(false);
}

std::string VerdictText(Verdict verdict, double score) {
  const std::string side = score > 0.5 ? "attackers" : "defenders";
  if (verdict == Verdict::kLopsided) return "lopsided for the " + side;
  if (verdict == Verdict::kLeans) return "leans to the " + side;
  return ToString(verdict);
}

}  // namespace raichi
