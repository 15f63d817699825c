#pragma once

#include <compare>
#include <optional>

#include "rules/rule_set.h"

namespace raichi {

/// In how many details two rule sets differ. Those of moves and captures weigh more than those of
/// how games end: of two published models, the one that was nearer by this order was the stronger
/// (docs/engine.md#rules-without-a-model-of-their-own).
struct RuleDistance {
  int moves = 0;  // and captures
  int ends = 0;
  auto operator<=>(const RuleDistance&) const = default;
};

/// Returns the distance of two rule sets, or nothing if they differ in more than details. Details
/// are the keys of which a network's training may differ from the game without making it weaker
/// than kDefaultWithoutModel: the king's castle, and how games end without a capture of the king
/// and without his escape.
std::optional<RuleDistance> DistanceOf(const RuleSet& first, const RuleSet& second);

}  // namespace raichi
