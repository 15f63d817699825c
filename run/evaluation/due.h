#pragma once

#include <vector>

#include "run/config/config.h"

namespace raichi {

/// One evaluation of a run.
struct EvaluationTask {
  int model = 0;
  int pairs = 0;  // of games against each opponent under each rule set
  bool operator==(const EvaluationTask&) const = default;
};

/// Returns the evaluations that a run is to have when its folder holds `models`: those of the
/// models whose number `evaluation.every` divides, and, if the run is finished, that of the last
/// model with `evaluation.final_pairs`. Ascending; each model at most once, and never model 0.
std::vector<EvaluationTask> EvaluationsOf(const EvaluationConfig& config,
                                          const std::vector<int>& models, bool is_finished);

}  // namespace raichi
