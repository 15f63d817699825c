#include "run/rule_distance.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "console/rule_diff.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 3> kOfMoves = {"throne.stop", "throne.pass",
                                                      "throne.linnaean"};
constexpr std::array<std::string_view, 8> kOfEnds = {
    "encirclement", "repetition.count",   "repetition.result", "no_moves",
    "quiet_limit",  "quiet_limit_result", "ply_limit",         "ply_limit_result"};

}  // namespace

std::optional<RuleDistance> DistanceOf(const RuleSet& first, const RuleSet& second) {
  RuleDistance distance;
  for (const RuleDifference& difference : DifferencesOf(first, second)) {
    if (std::ranges::find(kOfMoves, difference.key) != kOfMoves.end()) {
      ++distance.moves;
    } else if (std::ranges::find(kOfEnds, difference.key) != kOfEnds.end()) {
      ++distance.ends;
    } else {
      return std::nullopt;
    }
  }
  return distance;
}

}  // namespace raichi
