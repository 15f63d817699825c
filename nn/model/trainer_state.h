#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nn/data/window.h"
#include "nn/model/network_config.h"

namespace raichi {

/// Everything that training goes on from. The vectors hold all arrays one after the other as
/// WeightSpecs lists them; `first` and `second` only the trained ones, empty at the start.
struct TrainerState {
  NetworkConfig network;
  std::string optimizer;
  int64_t step = 0;
  uint64_t seed = 0;
  WindowState window;
  int64_t moments_begin = 0;  // the step at which `first` and `second` were zero
  std::vector<float> weights, averages, first, second;
};

/// A checked file (nn/model/tensor_file.h), written whole or not at all.
void WriteTrainerState(const std::filesystem::path& file, const TrainerState& state);
/// Throws Error naming the file when anything in it is not as it was written.
TrainerState ReadTrainerState(const std::filesystem::path& file);

}  // namespace raichi
