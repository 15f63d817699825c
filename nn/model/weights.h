#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// The purpose of an array of weights, which decides how it is trained.
enum class WeightKind : uint8_t {
  kMatrix,     // of a convolution or linear layer: trained with weight decay
  kScale,      // of a normalization: starts at 1, trained without decay
  kBias,       // starts at 0, trained without decay
  kStatistic,  // running mean or variance of a normalization: measured, not trained
};

/// One array of a network's weights.
struct WeightSpec {
  std::string name;            // stem.conv, block3.pool.weight, …
  std::vector<int64_t> shape;  // convolutions: [out, in, height, width]; linear layers: [out, in]
  WeightKind kind;
  float initial = 0;  // kMatrix: standard deviation of the normal initial values; else their value
  int zero_row = -1;  // kMatrix: an output whose initial weights are 0; -1: none

  size_t Count() const;
};

/// All arrays of an architecture, made from Layers(), in the order in which they lie in the
/// trainer's flat vectors: first all that are trained, then all statistics.
std::vector<WeightSpec> WeightSpecs(const NetworkConfig& config);

/// Random initial values of all arrays, concatenated. Depends on (config, seed) only.
std::vector<float> InitialWeights(const NetworkConfig& config, uint64_t seed);

}  // namespace raichi
