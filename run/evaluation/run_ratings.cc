#include "run/evaluation/run_ratings.h"

#include <algorithm>
#include <set>

namespace raichi {
namespace {

/// Returns the player whose rating is 0: of the fixed players that have results the strongest,
/// because models lie close enough to it to be measured well. `random` loses every game, so its
/// distance stays uncertain.
std::string AnchorOf(const std::vector<MatchResult>& results,
                     const std::vector<std::string>& opponents) {
  if (opponents.empty()) return results.front().b;
  const auto strongest = std::find_if(opponents.rbegin(), opponents.rend(), [&](const auto& name) {
    return std::ranges::any_of(results,
                               [&](const MatchResult& result) { return result.b == name; });
  });
  return strongest == opponents.rend() ? opponents.back() : *strongest;
}

}  // namespace

std::vector<MatchResult> RatedResults(std::vector<MatchResult> results,
                                      const std::vector<std::string>& opponents) {
  if (results.empty()) return results;
  std::set<std::string> reached = {AnchorOf(results, opponents)};
  for (size_t before = 0; before < reached.size();) {
    before = reached.size();
    for (const MatchResult& result : results) {
      if (reached.contains(result.a)) reached.insert(result.b);
      if (reached.contains(result.b)) reached.insert(result.a);
    }
  }
  std::erase_if(results, [&](const MatchResult& result) { return !reached.contains(result.a); });
  return results;
}

RatingTable RateResults(const std::vector<MatchResult>& results,
                        const std::vector<std::string>& opponents) {
  const std::vector<MatchResult> rated = RatedResults(results, opponents);
  if (rated.empty()) return {};
  return Rate(rated, {.anchor = AnchorOf(rated, opponents)});
}

std::vector<MatchResult> SumResultsOf(const std::vector<MatchResult>& results,
                                      const std::string& player) {
  std::vector<MatchResult> sums;
  for (const MatchResult& result : results) {
    if (result.a != player) continue;
    const auto sum = std::find_if(sums.begin(), sums.end(), [&](const MatchResult& other) {
      return other.b == result.b && other.rules == result.rules;
    });
    if (sum == sums.end()) {
      sums.push_back(result);
    } else {
      sum->a_attackers += result.a_attackers;
      sum->a_defenders += result.a_defenders;
    }
  }
  return sums;
}

}  // namespace raichi
