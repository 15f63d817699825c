#pragma once

#include <map>

#include "app/balance/figures/figures.h"
#include "console/output.h"

namespace raichi {

/// How far the families of players agree on the order of the rule sets by the attackers' score,
/// each at its strongest level: [{a, b, tau, low, high, rules}]. Pairs of families with fewer than
/// three rule sets in common are left out.
Json FamiliesToJson(const std::map<size_t, RulesFigures>& figures);

}  // namespace raichi
