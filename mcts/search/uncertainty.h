#pragma once

#include "mcts/search/search_config.h"

namespace raichi {

/// Returns the weight of an evaluation whose value has the expected error `error`
/// (`Evaluation::value_error`); 1 if the error is unknown or weights are off (KataGo).
inline float WeightOfError(const UncertaintyConfig& config, float error) {
  if (config.coefficient == 0 || error == 0) return 1;
  return config.coefficient / (error + config.coefficient / config.max_weight);
}

/// Returns the weight of a certain result beside evaluations with known errors.
inline float CertainWeight(const UncertaintyConfig& config) {
  return config.coefficient == 0 ? 1 : config.max_weight;
}

}  // namespace raichi
