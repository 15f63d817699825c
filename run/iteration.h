#pragma once

#include <string>

#include "console/output.h"
#include "run/stream/selfplay_summary.h"
#include "run/training.h"

namespace raichi {

/// Returns the line of metrics/progress.jsonl for the iteration that made `model`.
Json IterationToJson(int model, const SelfPlaySummary& games, const TrainSummary& training);
/// Returns the games' results and speed as a part of a line for people.
std::string DescribeSelfPlay(const SelfPlaySummary& games);
/// Returns the same, or `no new games` if there were none, followed by the losses of training.
std::string DescribeIteration(const SelfPlaySummary& games, const TrainSummary& training);

}  // namespace raichi
