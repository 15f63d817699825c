#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/balance/figures/figures.h"

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
  double holm = 1;  // p adjusted for all comparisons that the study has games for (Holm 1979)
};

/// Computes the comparisons that the plan asks for, from the figures by index of the design. Leaves
/// out those whose games are missing.
std::vector<StudyEffect> EffectsOf(const Study& study,
                                   const std::map<size_t, RulesFigures>& figures);

}  // namespace raichi
