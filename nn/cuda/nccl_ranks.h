#pragma once

#include <string>

#include "nn/ranks/reducer.h"

namespace raichi {

/// What a rank brings to a connection by NCCL.
struct NcclSettings {
  std::string gpu;  // names its current GPU among those of all machines; empty: it has none
  std::string library = "libnccl.so.2";  // the one that comes with LibTorch, which is loaded
};

/// Connects the current GPUs of all ranks by NVIDIA's NCCL, which is found at run time, so that
/// nothing of it is needed to build. All ranks must call this together, and all get the same
/// answer: no connection if NCCL or a GPU is missing somewhere, if two ranks share a GPU, for which
/// NCCL may wait for ever, or if NCCL fails on one of them. The connection lasts until the process
/// ends, because NCCL can only be left by all ranks together.
GpuConnection ConnectByNccl(Reducer* ranks, const NcclSettings& settings);

}  // namespace raichi
