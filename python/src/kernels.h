#pragma once

#include <span>
#include <string>
#include <vector>

#include "nn/backend/loader.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"

namespace raichi {

/// Our own code for networks (nn/cpu) exists several times: in this module for any processor, and
/// in libraries beside it, `_kernels_NAME.so`, for the instruction sets of newer ones. Such a
/// library contains nn/cpu and nothing else of Raichi; the module hands it the functions that it
/// calls.
struct KernelImports {
  void (*encode_game)(const Game&, bool, PackedBatch*, int);
  void (*encode_padding)(PackedBatch*, int);
  void (*resize)(PackedBatch*, int);
  std::vector<std::vector<int>> (*finished_after)(const std::vector<Layer>&);
  bool (*is_auxiliary)(const Layer&);
  void (*softmax)(std::span<float>);
};

/// The function of a library that takes them; call it before the library's `raichi_processor`.
inline constexpr char kKernelsEntry[] = "raichi_kernels";
using KernelsEntry = void (*)(const KernelImports&);

/// Returns the name of the instruction set that networks use: that of the environment variable
/// RAICHI_INSTRUCTIONS, otherwise the best of this processor. Throws Error if it has none of that
/// name.
const std::string& Instructions();

}  // namespace raichi
