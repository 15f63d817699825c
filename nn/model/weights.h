#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// Purpose of an array of weights, which determines how the array is trained.
enum class WeightKind : uint8_t {
  kMatrix,     // of a convolution or linear layer: trained with weight decay
  kScale,      // of a normalization: starts at 1, trained without decay
  kBias,       // starts at 0, trained without decay
  kStatistic,  // running mean or variance of a normalization: measured rather than trained
};

/// One array of a network's weights.
struct WeightSpec {
  std::string name;            // stem.conv, block3.pool.weight, …
  std::vector<int64_t> shape;  // convolutions: [out, in, height, width]; linear layers: [out, in]
  WeightKind kind;
  float initial = 0;  // kMatrix: standard deviation of the normal initial values; else the value
  int zero_row = -1;  // kMatrix: output whose initial weights are 0, or -1
  int input = -1;     // kMatrix: Layer::input of its layer
  bool is_hidden = false;  // kMatrix: its layer reads another layer and is no output

  size_t Count() const;
};

/// Returns all arrays of an architecture, derived from Layers(), in their order in the trainer's
/// flat vectors: first the trained arrays, then the statistics.
std::vector<WeightSpec> WeightSpecs(const NetworkConfig& config);

/// Returns random initial values of all arrays, concatenated. The result depends only on the
/// arguments. The weights of reserved inputs are 0 and stay so: later versions of the encoder give
/// such inputs a meaning without any effect on the models that exist.
std::vector<float> InitialWeights(const NetworkConfig& config, uint64_t seed);

}  // namespace raichi
