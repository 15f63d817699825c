#pragma once

#include <string>
#include <vector>

#include "nn/ranks/reducer.h"
#include "tools/arguments/run_arguments.h"

namespace raichi {

/// Loads the configuration of a run that several ranks train: RunArguments::LoadSettled in rank 0,
/// and in the others the same configuration with the values that rank 0 chose for `auto`. All ranks
/// have read the run folder when this returns, so that rank 0 may then begin the run in it. Throws
/// Error if the ranks were started with different configurations, and UsageError if they cannot
/// share a step. If `ranks` is null, the process trains alone.
RunConfig LoadOnRanks(const RunArguments& arguments, Reducer* ranks,
                      std::vector<std::string>* news);

}  // namespace raichi
