#pragma once

#include "console/output.h"
#include "run/config/config.h"

namespace raichi {

/// Measures, in a few seconds, the speed of the run's bare network (at the fastest of several batch
/// sizes, which may differ from the run's) and of its bare training step. The speeds of the run's
/// iterations are compared with these. The keys of the result are names of `raichi bench`, except
/// that `train.samples` is the speed of the bare step, and `machine`, `time` and kByProcessorTime:
/// the speeds by processor time, by the same names.
Json MeasureMachine(const RunConfig& config);

/// Measures, in a few seconds, the speed from which values for `auto` are chosen, on the devices,
/// in the precisions and with the threads of the configuration.
MachineSpeed MeasureSpeed(const RunConfig& config);

/// The speeds of an iteration (IterationToJson) by the names of `raichi bench`, together with those
/// from MeasureMachine, and again by processor time as kByProcessorTime.
Json CompareWithMachine(const Json& iteration, const Json& machine);

}  // namespace raichi
