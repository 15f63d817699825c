#pragma once

#include <vector>

#include "app/balance/study/pairing.h"
#include "app/balance/study/plan.h"

namespace raichi {

/// A study of alpha-beta alone.
inline StudyPlan SmallPlan() {
  StudyPlan plan;
  plan.rules = {"brandubh"};
  plan.players.alphabeta = {1, 2};
  plan.openings.setup = 100;
  plan.stop.games = 250;
  return plan;
}

/// A study of three seeds.
inline StudyPlan SeedsPlan() {
  StudyPlan plan = SmallPlan();
  plan.players = {.models = {"a", "b", "c"}, .visits = {10, 40}, .alphabeta = {1}, .playouts = {5}};
  return plan;
}

/// The units of a round of the plan's first rule set.
inline std::vector<StudyUnit> Units(const StudyPlan& plan, int round = 0) {
  return UnitsOfRound(DesignOf(plan), 0, round, plan);
}

}  // namespace raichi
