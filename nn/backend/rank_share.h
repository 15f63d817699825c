#pragma once

#include "nn/data/train_config.h"
#include "nn/ranks/reducer.h"

namespace raichi {

/// What one rank takes of the work of each step, and of its machine. `ranks` is null for a process
/// that trains alone, which takes everything.

/// Return the number of ranks, and this one's number.
int CountRanks(const Reducer* ranks);
int NumberOf(const Reducer* ranks);

/// Throws UsageError saying which values fit if the chunks of a step cannot be divided equally.
void CheckShares(const TrainConfig& config, int ranks);

/// Returns the configuration with the rank's own device and number of threads, if these are left
/// open: GPUs are distributed over the ranks of a machine in turn, and its cores equally, as far as
/// this process may use them (base/resources.h).
TrainConfig OnThisRank(TrainConfig config, const Reducer* ranks);

}  // namespace raichi
