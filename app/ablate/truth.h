#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/ablate/runs.h"
#include "console/interrupt.h"
#include "console/progress.h"

namespace raichi {

/// What the models of a run's end point say of proven positions (docs/truth.md): means over them.
struct RunTruth {
  double signs = 0;  // share of values with the right sign, of the network alone
  double kept = 0;   // share of won positions in which a search of 16 visits finds a winning move
};

/// By run (AblateRun::name).
using TruthOfRuns = std::map<std::string, RunTruth>;

/// Asks the models of the runs' end points about the positions of the shipped truth set under the
/// configuration's rules. Answers are kept in DIR/truth.jsonl, and nothing is asked twice. Returns
/// nothing if there are no such positions; lacks runs if it was interrupted.
TruthOfRuns MeasureTruth(const Ablation& ablation, const std::vector<AblateRun>& runs,
                         const Interrupt& interrupt, Progress* progress);

}  // namespace raichi
