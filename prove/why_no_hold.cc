#include "prove/certificate.h"

namespace raichi {
namespace {

bool LosesBy(LimitResult result, Side owner) {
  return result != LimitResult::kDraw &&
         (result == LimitResult::kAttackers) != (owner == Side::kAttackers);
}

}  // namespace

bool HoldWins(const RuleSet& rules, Side owner) {
  const RepetitionRules& repetition = rules.repetition;
  return owner == Side::kAttackers && repetition.count > 0 &&
         repetition.result == RepetitionResult::kDefendersLose;
}

std::string WhyNoHold(const RuleSet& rules, Side owner) {
  const RepetitionRules& repetition = rules.repetition;
  const bool is_free = repetition.count == 0 || repetition.result == RepetitionResult::kDraw;
  if (!is_free && !HoldWins(rules, owner)) return "a repetition may lose";
  if ((rules.quiet_limit > 0 && LosesBy(rules.quiet_limit_result, owner)) ||
      (rules.ply_limit > 0 && LosesBy(rules.ply_limit_result, owner))) {
    return "a limit of plies may lose";
  }
  return "";
}

}  // namespace raichi
