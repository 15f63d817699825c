#pragma once

#include <optional>
#include <string>

#include "selfplay/balance/logit_mean.h"
#include "selfplay/balance/score_estimate.h"

namespace raichi {

/// What a study says of a rule set in one word.
enum class Verdict { kBalanced, kLopsided, kLeans, kUndecided };

/// Returns whether the interval of the attackers' score is within 45 to 55 %.
bool WithinEven(const ScoreEstimate& estimate);

/// Judges the interval of the attackers' score. The first of these that holds:
///  - balanced: WithinEven, and the interval of `slope` contains 0;
///  - lopsided: the interval is entirely below 25 % or above 75 %;
///  - leans: the interval does not contain 50 %;
///  - undecided: otherwise.
/// `slope` is the change of the score, in logits, with each of the last doublings of the players'
/// strength. Without it nothing is known against balance.
Verdict Judge(const ScoreEstimate& estimate, const std::optional<Contrast>& slope = std::nullopt);

/// Returns the name: "balanced", "lopsided", "leans" or "undecided".
std::string ToString(Verdict verdict);
/// Returns the verdict with the side it favours, which is the attackers' if `score` is above 1/2:
/// "balanced", "lopsided for the attackers", "leans to the defenders" or "undecided".
std::string VerdictText(Verdict verdict, double score);

}  // namespace raichi
