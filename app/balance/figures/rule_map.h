#pragma once

#include "app/balance/study/study.h"
#include "console/output.h"

namespace raichi {

/// A map of the rule sets: [{rules, x, y}], where rule sets under which one plays alike lie near
/// each other. The distance of two is the square root of the mean Jensen-Shannon divergence (Lin
/// 1991), in nats, between the policies of the study's first model under both, over positions from
/// the games of all variants; classical multidimensional scaling (Torgerson 1952) draws it in two
/// dimensions. Covers the variants of the board size that most of them have. Empty if there are
/// fewer than three of them, no models, or no games.
Json RuleMapOf(const Study& study);

}  // namespace raichi
