#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "nn/ranks/reducer.h"

namespace raichi {

/// Sums vectors in the memory of GPUs over all ranks, each with a GPU of its own, by NVIDIA's NCCL.
/// The library is the one that comes with LibTorch, found when it is needed, so that nothing of it
/// is needed to build. Not thread-safe.
class NcclRanks {
 public:
  /// Connects the calling threads' current GPUs. All ranks must call it together. Returns null on
  /// all of them, and sets `fault` to the reason, if NCCL is missing or refuses on one of them.
  static std::unique_ptr<NcclRanks> Connect(Reducer* ranks, std::string* fault);
  /// All sums must be complete.
  ~NcclRanks();
  NcclRanks(const NcclRanks&) = delete;
  NcclRanks& operator=(const NcclRanks&) = delete;

  /// Replaces values in this rank's GPU by their sums over all ranks, as work of `stream` (a
  /// cudaStream_t; null: the default stream), for which it does not wait. All ranks get the same
  /// bits. Throws Error.
  void Sum(float* values, size_t count, void* stream);

 private:
  struct Library;
  NcclRanks(std::unique_ptr<const Library> library, void* ranks);

  std::unique_ptr<const Library> library_;
  void* ranks_;  // an ncclComm_t
};

}  // namespace raichi
