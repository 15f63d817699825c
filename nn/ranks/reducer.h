#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace raichi {

/// A direct connection of the GPUs of all ranks, without a way through the memory of the host.
class GpuRanks {
 public:
  virtual ~GpuRanks() = default;
  /// Replaces values in this rank's GPU by their sums over all ranks, as work of `stream` (a
  /// cudaStream_t; null: the default stream), for which it does not wait. All ranks get the same
  /// bits. Throws Error.
  virtual void Sum(float* values, size_t count, void* stream) = 0;
};
struct GpuConnection {
  std::unique_ptr<GpuRanks> gpus;  // null: there is none
  std::string fault;               // why there is none; empty if no rank names a GPU
};

/// The processes that train one network together. They are called ranks, as in MPI, and are
/// numbered from 0. All ranks call `Sum` and `Broadcast` in the same order, and each call waits for
/// the others. A null pointer to a Reducer stands for a process that trains alone. Not thread-safe.
class Reducer {
 public:
  virtual ~Reducer() = default;

  virtual int rank() const = 0;  // of this process, in [0, size())
  virtual int size() const = 0;
  /// The same, counting only the ranks on this machine.
  virtual int local_rank() const = 0;
  virtual int local_size() const = 0;

  /// Replaces each value by its sum over all ranks, which must pass equally many. All ranks get the
  /// same bits if their processors are of one kind. The sums of two ranks do not depend on an
  /// order; those of more ranks may differ from sums in another order by rounding.
  virtual void Sum(std::span<float> values) = 0;
  /// Replaces `bytes` by those of rank 0. May wait for long, and sleeps meanwhile.
  virtual void Broadcast(std::string* bytes) = 0;
  /// Returns the connection of the ranks' GPUs. The first call, which all ranks must make together,
  /// makes it by `connect`. It is kept here because a trainer may come and go on one rank alone.
  const GpuConnection& Gpus(const std::function<GpuConnection()>& connect) {
    if (!gpus_) gpus_ = connect();
    return *gpus_;
  }
  /// Ends the processes of all ranks at once and does not return. To be called after an error in
  /// one rank, for which the others would wait for ever.
  virtual void Abort(int status) = 0;

 private:
  std::optional<GpuConnection> gpus_;
};

/// What the environment says of how this process was started.
struct Launch {
  int ranks = 1;         // processes that a launcher started together, this one included
  std::string variable;  // the variable that says so; empty: no launcher
};

/// Returns the first answer of `OMPI_COMM_WORLD_SIZE` (mpirun of Open MPI), `PMI_SIZE` (mpirun of
/// MPICH and Intel MPI, srun with PMI) and `SLURM_STEP_NUM_TASKS` (srun). The order matters:
/// Open MPI's mpirun may itself be started by srun. `SLURM_NTASKS` does not count, because it is
/// also set in a batch script, which runs once however many tasks the job has. A value that is no
/// whole number above 0 does not count either. `read` reads a variable; null if it is not set.
Launch ReadLaunch(const std::function<const char*(const char*)>& read);

}  // namespace raichi
