#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/model/network_config.h"
#include "rules/rng.h"

namespace raichi {

/// What a weight is for, which decides how it is trained.
enum class WeightKind : uint8_t {
  kMatrix,     // convolutions and linear layers: decayed
  kScale,      // of a normalisation; starts at 1
  kBias,       // starts at 0
  kStatistic,  // running mean or variance of a normalisation: measured, not trained
};

/// One array of a network's weights.
struct WeightSpec {
  std::string name;            // stem.conv, block3.pool.weight, …
  std::vector<int64_t> shape;  // convolutions: [out, in, height, width]; linear layers: [out, in]
  WeightKind kind;
  float initial = 0;  // matrices: standard deviation of the normal start; else the start itself

  size_t Count() const;
};

/// All arrays of an architecture, in the order in which they lie in the flat vectors of the
/// trainer: the trained ones first, then the statistics. docs/network.md lists them.
std::vector<WeightSpec> WeightSpecs(const NetworkConfig& config);

/// Random starting values of all arrays, one after the other. Depends on (config, seed) alone.
std::vector<float> InitialWeights(const NetworkConfig& config, uint64_t seed);

}  // namespace raichi
