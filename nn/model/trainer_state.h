#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nn/data/window.h"
#include "nn/model/network_config.h"

namespace raichi {

/// Everything that training continues from. The vectors hold all arrays one after the other, in the
/// order of WeightSpecs; `first` and `second` hold the optimizer's moments of the trained arrays.
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
/// Throws DamagedError, VersionError (another version of the file or of the encoder) or ReadError,
/// naming the file.
TrainerState ReadTrainerState(const std::filesystem::path& file);

}  // namespace raichi
