#pragma once

#include <memory>

#include "nn/ranks/reducer.h"

namespace raichi {

/// Connects this process with the others that a launcher started together with it (`mpirun`,
/// `srun`; nn/ranks/reducer.h), through MPI. Returns null, and loads nothing, if there are no
/// others. Call it once, before other threads exist. The result must be destroyed on the same
/// thread, after all ranks are done, or else Reducer::Abort must be called. Throws Error if the
/// program was built without MPI, if libraichi_mpi.so or MPI is missing, or if MPI connects another
/// number of processes than the launcher says.
std::unique_ptr<Reducer> OpenRanks();

/// The function of libraichi_mpi.so that starts MPI.
inline constexpr char kRanksEntry[] = "raichi_mpi_ranks";
using RanksEntry = Reducer* (*)();  // the caller owns the result

}  // namespace raichi
