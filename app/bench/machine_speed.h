#pragma once

#include "console/output.h"
#include "run/config/config.h"

namespace raichi {

/// The speed of this machine, of the run's bare network (at the best of several batches, not the
/// run's) and of its bare training step, measured in a few seconds: what the speeds of a run's
/// iterations are compared with. Keys are the names of `raichi bench`, where `train.samples` is of
/// the bare step; and `machine`, `time`.
Json MeasureMachine(const RunConfig& config);

/// An iteration's speeds (IterationToJson) by the names of `raichi bench`, beside what
/// MeasureMachine gave.
Json CompareWithMachine(const Json& iteration, const Json& machine);

}  // namespace raichi
