#pragma once

#include <array>

#include "mcts/evaluators/evaluation_cache.h"
#include "nn/backend/network_evaluator.h"
#include "selfplay/play/progress.h"

namespace raichi {

/// The result of a phase of self-play.
struct SelfPlaySummary {
  SelfPlayStats stats;
  EvaluationCache::Counts cache;
  double seconds = 0;
  std::array<float, 2> visit_factors = {1, 1};  // the handicap of each side, mean of the rule sets
  float visit_share = 1;                        // see GrowthConfig
  NetworkEvaluatorInfo network;  // how the first worker evaluated the model; empty if none did
};

}  // namespace raichi
