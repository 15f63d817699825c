#include "prove/certificate.h"

namespace raichi {
namespace {

bool LosesBy(LimitResult result, Side owner) {
  return result != LimitResult::kDraw &&
         (result == LimitResult::kAttackers) != (owner == Side::kAttackers);
}

}  // namespace

std::string WhyNoHold(const RuleSet& rules, Side owner) {
  const RepetitionRules& repetition = rules.repetition;
  const bool is_free = repetition.count == 0 || repetition.result == RepetitionResult::kDraw;
  const bool is_won =
      repetition.result == RepetitionResult::kDefendersLose && owner == Side::kAttackers;
  if (!is_free && !is_won) return "a repetition may lose";
  if ((rules.quiet_limit > 0 && LosesBy(rules.quiet_limit_result, owner)) ||
      (rules.ply_limit > 0 && LosesBy(rules.ply_limit_result, owner))) {
    return "a limit of plies may lose";
  }
  return "";
}

}  // namespace raichi
