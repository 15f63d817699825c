#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/ablate/runs.h"
#include "console/interrupt.h"
#include "console/progress.h"

namespace raichi {

/// What is asked of the models of an end point without games, by name:
///  - `signs`, `kept`: of the positions of the shipped truth set under the configuration's rules
///    (docs/truth.md), how often the network alone names the winner, and in what share of the won
///    ones a search of 16 visits keeps the win;
///  - `policy`, `value`: how far the network alone is from games of strong play (prediction.h),
///    the cross-entropy of the policy in nats and the mean squared error of the value.
using Scores = std::map<std::string, double>;

/// A model of a run's end point.
struct ScoredModel {
  double share = 1;  // of its run's models that are made by then
  Scores scores;
};

/// By run (AblateRun::name).
using ScoresOfRuns = std::map<std::string, std::vector<ScoredModel>>;

/// Asks the models of the runs' end points. Answers are kept in DIR/scores.jsonl, and nothing is
/// asked twice. Leaves out what there are no positions of; lacks runs if it was interrupted.
ScoresOfRuns MeasureScores(const Ablation& ablation, const std::vector<AblateRun>& runs,
                           const Interrupt& interrupt, Progress* progress);

}  // namespace raichi
