#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nn/data/window.h"
#include "nn/model/network_config.h"
#include "nn/model/tensor_file.h"

namespace raichi {

/// Everything that is needed to resume training. Each vector is a concatenation of arrays in the
/// order of WeightSpecs; `first` and `second` are the optimizer's moments of the trained arrays.
struct TrainerState {
  NetworkConfig network;
  std::string optimizer;
  int64_t step = 0;
  uint64_t seed = 0;
  WindowState window;
  int64_t moments_begin = 0;  // step at which `first` and `second` were zero
  double learning_rate = 0;   // the largest, by the configuration; 0: unknown
  std::vector<float> weights, averages, first, second;
};

/// Returns the name of the first of a state's vectors that contains NaN or infinity, or an empty
/// text if all their numbers are finite.
std::string NotFinite(const TrainerState& state);

/// Writes a state as a tensor file with a checksum, whole or not at all.
void WriteTrainerState(const std::filesystem::path& file, const TrainerState& state);
/// Reads a state. Throws ReadError, DamagedError (also if a number is not finite) or, for another
/// version of the file or of the encoder, VersionError; each names the file.
TrainerState ReadTrainerState(const std::filesystem::path& file);
/// Return the content of such a file, and read it. Errors of reading call it `name`.
std::string TrainerStateBytes(const TrainerState& state);
TrainerState ParseTrainerState(const std::string& bytes, const std::string& name);

}  // namespace raichi
