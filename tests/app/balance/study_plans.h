#pragma once

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

}  // namespace raichi
