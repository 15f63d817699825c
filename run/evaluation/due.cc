#include "run/evaluation/due.h"

#include <algorithm>

namespace raichi {

std::vector<EvaluationTask> EvaluationsOf(const EvaluationConfig& config,
                                          const std::vector<int>& models, bool is_finished) {
  std::vector<EvaluationTask> tasks;
  for (const int model : models) {
    const bool is_selected = config.every > 0 && model % config.every == 0;
    const bool is_last = is_finished && model == models.back() && config.final_pairs > 0;
    if (model == 0 || (!is_selected && !is_last)) continue;
    const int pairs = is_selected ? config.pairs : 0;
    tasks.push_back({model, is_last ? std::max(config.pairs, config.final_pairs) : pairs});
  }
  return tasks;
}

}  // namespace raichi
