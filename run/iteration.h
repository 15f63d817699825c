#pragma once

#include <string>

#include "console/output.h"
#include "run/selfplay.h"
#include "run/training.h"

namespace raichi {

/// The numbers of one iteration, as metrics/progress.jsonl holds them.
Json IterationToJson(int model, const SelfPlayReport& games, const TrainReport& training);
/// How the games ended and how fast they were: a part of a line for people.
std::string DescribeSelfPlay(const SelfPlayReport& games);
/// An iteration as a line for people.
std::string DescribeIteration(const SelfPlayReport& games, const TrainReport& training);

}  // namespace raichi
