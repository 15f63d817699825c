#include "app/balance/figures/families.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/logit.h"
#include "selfplay/balance/rank_agreement.h"
#include "selfplay/ratings/elo.h"

namespace raichi {
namespace {

/// Returns the family's figure at its strongest level from the setup, or null.
const LevelFigure* TopOf(const RulesFigures& figures, std::string_view family) {
  const LevelFigure* top = nullptr;
  for (const LevelFigure& level : figures.levels) {
    const bool fits = level.family == family && level.treatment == Treatment::kSetup;
    if (fits && (top == nullptr || level.level > top->level)) top = &level;
  }
  return top;
}

/// The score as a logit; its deviation is that of the interval. Shares of 0 and 1 are moved
/// inwards.
UncertainValue ValueOf(const ScoreEstimate& score) {
  const auto logit = [](double share) {
    constexpr double kLeast = 0.005;
    return Logit(std::clamp(share, kLeast, 1 - kLeast));
  };
  const double width = logit(score.high) - logit(score.low);
  return {logit(score.score), width / (2 * kDeviationsOf95Percent)};
}

}  // namespace

Json FamiliesToJson(const std::map<size_t, RulesFigures>& figures) {
  constexpr size_t kLeastRules = 3;
  Json list = Json::array();
  for (size_t i = 0; i < kStudyFamilies.size(); ++i) {
    for (size_t j = i + 1; j < kStudyFamilies.size(); ++j) {
      std::vector<UncertainValue> a, b;
      for (const auto& [index, of_rules] : figures) {
        const LevelFigure *one = TopOf(of_rules, kStudyFamilies[i]),
                          *other = TopOf(of_rules, kStudyFamilies[j]);
        if (one == nullptr || other == nullptr) continue;
        a.push_back(ValueOf(one->score));
        b.push_back(ValueOf(other->score));
      }
      if (a.size() < kLeastRules) continue;
      const RankAgreement agreement = AgreeInRank(a, b);
      list.push_back({{"a", kStudyFamilies[i]},
                      {"b", kStudyFamilies[j]},
                      {"tau", agreement.tau},
                      {"low", agreement.low},
                      {"high", agreement.high},
                      {"rules", a.size()}});
    }
  }
  return list;
}

}  // namespace raichi
