#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/balance/figures/figures.h"
#include "app/balance/study/study.h"
#include "console/output.h"
#include "rules/rules.h"

namespace raichi {

/// A map of the rule sets: [{rules, x, y}], where rule sets under which one plays alike lie near
/// each other. The distance of two is the square root of the mean Jensen-Shannon divergence (Lin
/// 1991), in nats, between the policies of the study's first model under both, over positions from
/// the games of all variants; classical multidimensional scaling (Torgerson 1952) draws it in two
/// dimensions. Covers the variants of the board size that most of them have. Empty if there are
/// fewer than three of them, no models, or no games.
Json RuleMapOf(const Study& study);

/// How far the families of players agree on the order of the rule sets by the attackers' score,
/// each at its strongest level: [{a, b, tau, low, high, rules}]. Pairs of families with fewer than
/// three rule sets in common are left out.
Json FamiliesToJson(const std::map<size_t, RulesFigures>& figures);

/// What people scored under a rule set, from published results (configs/studies/people.yaml).
struct PeopleFigure {
  std::string rules;  // name of a shipped rule set
  double score = 0;   // of the attackers, 0 to 1
  int games = 0;      // 0: unknown
  std::string source;
};

/// Returns the figure of these rules (ShippedName), or nothing.
std::optional<PeopleFigure> FindPeopleFigure(const Rules& rules);

/// Reads such a file. Throws Error `ORIGIN:LINE: KEY: …`.
std::vector<PeopleFigure> ParsePeopleFigures(const std::string& text, const std::string& origin);

}  // namespace raichi
