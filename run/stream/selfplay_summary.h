#pragma once

#include <array>
#include <string>

#include "nn/backend/network_evaluator.h"
#include "run/status/work.h"
#include "selfplay/play/progress.h"

namespace raichi {

/// The result of a phase of self-play.
struct SelfPlaySummary {
  SelfPlayStats stats;
  double seconds = 0;
  double processor_seconds = 0;                 // of all threads of this process together
  std::array<float, 2> visit_factors = {1, 1};  // the handicap of each side, mean of the rule sets
  std::string trouble;           // why finished games could not be written, or nothing
  NetworkEvaluatorInfo network;  // how the first worker evaluated the model; empty if none did

  /// The work as a heartbeat tells it.
  WorkTotals totals() const {
    return {.games = static_cast<int64_t>(stats.games),
            .positions = static_cast<int64_t>(stats.plies),
            .evaluations = static_cast<int64_t>(stats.evaluations)};
  }
};

}  // namespace raichi
