#pragma once

#include <functional>
#include <string>

namespace raichi {

/// What the environment says of how this process was started.
struct Launch {
  int ranks = 1;         // processes that a launcher started together, this one included
  std::string variable;  // the variable that says so; empty: no launcher
};

/// Reads a variable of the environment; null if it is not set.
using Environment = std::function<const char*(const char*)>;

/// Returns the first answer of `OMPI_COMM_WORLD_SIZE` (mpirun of Open MPI), `PMI_SIZE` (mpirun of
/// MPICH and Intel MPI, srun with PMI) and `SLURM_STEP_NUM_TASKS` (srun). The order matters:
/// Open MPI's mpirun may itself be started by srun. `SLURM_NTASKS` does not count, because it is
/// also set in a batch script, which runs once however many tasks the job has. A value that is no
/// whole number above 0 does not count either.
Launch ReadLaunch(const Environment& environment);

}  // namespace raichi
