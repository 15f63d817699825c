#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/balance/figures/figures.h"
#include "app/balance/study/facts.h"
#include "stats/balance/bids.h"

namespace raichi {

/// What a change of rules does to the attackers' score between equal players.
struct StudyEffect {
  std::string kind;  // change, path, main or interaction
  std::string label;
  std::vector<std::string> factors;  // of main and interaction
  std::string from, to;              // rule sets; of main, the changes of the factor
  Contrast contrast;                 // in logits
  /// The difference of the scores; nothing for main effects and interactions, which are means over
  /// rule sets with different scores.
  std::optional<double> points;
  /// The same difference for each seed's score (ScoreEstimate::by_seed): as many values as there
  /// are seeds, or nothing if there are fewer than two or if `points` is not set.
  std::vector<double> points_by_seed;
  double holm = 1;  // p adjusted for all comparisons of its kind that have games (Holm 1979)
};

/// Computes the comparisons that the plan asks for, from the figures by index of the design. Leaves
/// out those whose games are missing. The variance of seeds is pooled over all differences of two
/// rule sets, and over all effects of the factorial (PoolSeeds).
std::vector<StudyEffect> EffectsOf(const Study& study,
                                   const std::map<size_t, RulesFigures>& figures);

/// How much a family searches at a level, up to a factor. A ply of alpha-beta counts as a doubling.
double SearchAt(int level, const std::string& family);

/// Returns the fair handicap of a rule set; nothing without such games, or if it is larger than 64,
/// an extrapolation that nobody should trust.
std::optional<Handicap> HandicapOf(const PlayedGames& games, const StudyPlan& plan);

/// Returns the score of a search against one with half as many visits, both sides together; nothing
/// without games with a handicap.
std::optional<double> ScoreOfTwiceTheSearch(const PlayedGames& games);

/// Returns the fair bid of a rule set; nothing if there are fewer than two bids, or if it lies far
/// outside them.
std::optional<FairBid> BidOf(const PlayedGames& games);

}  // namespace raichi
