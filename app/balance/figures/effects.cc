#include "app/balance/figures/effects.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <string>

#include "selfplay/balance/factorial.h"
#include "selfplay/balance/holm.h"

namespace raichi {
namespace {

using Figures = std::map<size_t, RulesFigures>;

/// Adds the difference between two rule sets.
void AddDifference(const StudyDesign& design, const Figures& figures, const std::string& kind,
                   size_t from_rules, const StudyDesign::Place& place,
                   std::vector<StudyEffect>* effects) {
  const auto from = figures.find(from_rules), to = figures.find(place.rules);
  if (from == figures.end() || to == figures.end() || from == to) return;
  const std::array<LogitMean, 2> cells = {to->second.logit, from->second.logit};
  constexpr std::array<double, 2> kWeights = {1, -1};
  StudyEffect effect;
  effect.kind = kind;
  effect.label = place.label;
  effect.from = design.rules[from_rules].word;
  effect.to = design.rules[place.rules].word;
  effect.contrast = Combine(cells, kWeights);
  const ScoreEstimate &after = to->second.main.score, &before = from->second.main.score;
  effect.points = after.score - before.score;
  if (after.by_seed.size() > 1) {
    std::ranges::transform(after.by_seed, before.by_seed, std::back_inserter(effect.points_by_seed),
                           std::minus());
  }
  effects->push_back(std::move(effect));
}

void AddFactorial(const Study& study, const Figures& figures, std::vector<StudyEffect>* effects) {
  std::vector<FactorialCell> cells;
  for (const StudyDesign::Cell& cell : study.design().cells) {
    const auto found = figures.find(cell.rules);
    if (found == figures.end()) return;
    cells.push_back({cell.signs, found->second.logit});
  }
  if (cells.empty()) return;
  const std::vector<StudyPlan::Factor>& factors = study.plan().factorial.factors;
  for (const FactorialEffect& estimate : EstimateEffects(cells)) {
    StudyEffect effect;
    effect.kind = estimate.factors.size() == 1 ? "main" : "interaction";
    for (const size_t factor : estimate.factors) {
      effect.factors.push_back(factors[factor].name);
      effect.label += (effect.label.empty() ? "" : " × ") + factors[factor].name;
    }
    if (effect.kind == "main") {
      effect.from = factors[estimate.factors[0]].values[0];
      effect.to = factors[estimate.factors[0]].values[1];
    }
    effect.contrast = estimate.contrast;
    effects->push_back(std::move(effect));
  }
}

/// Adjusts the p values of all effects together. A comparison that is both a change and a step of
/// the path is judged once.
void AdjustForTheirNumber(std::vector<StudyEffect>* effects) {
  const auto comparison = [](const StudyEffect& effect) {
    return effect.points ? effect.from + " to " + effect.to : effect.label;
  };
  std::map<std::string, size_t> places;
  std::vector<double> p;
  for (const StudyEffect& effect : *effects) {
    if (places.emplace(comparison(effect), p.size()).second) p.push_back(effect.contrast.p);
  }
  const std::vector<double> adjusted = HolmAdjust(p);
  for (StudyEffect& effect : *effects) effect.holm = adjusted[places.at(comparison(effect))];
}

}  // namespace

std::vector<StudyEffect> EffectsOf(const Study& study, const Figures& figures) {
  const StudyDesign& design = study.design();
  std::vector<StudyEffect> effects;
  for (const StudyDesign::Place& change : design.changes) {
    AddDifference(design, figures, "change", design.change_base, change, &effects);
  }
  for (size_t i = 1; i < design.path.size(); ++i) {
    AddDifference(design, figures, "path", design.path[i - 1].rules, design.path[i], &effects);
  }
  AddFactorial(study, figures, &effects);
  AdjustForTheirNumber(&effects);
  return effects;
}

}  // namespace raichi
