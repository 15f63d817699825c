#pragma once

#include <vector>

#include "nn/model/network_config.h"
#include "nn/model/weights.h"

namespace raichi {

/// Models of older encoder versions become models of this version when they are read. A version
/// appends planes and numbers to those before, and both enter the network linearly: with weights of
/// 0 for what is new, the network computes the same.

/// Returns the shape that an array had in a version of the encoder. Throws VersionError if this
/// program does not know the version.
std::vector<int64_t> ShapeIn(int encoder_version, const WeightSpec& spec);

/// Returns the number of weights that an architecture had in a version of the encoder: of all
/// arrays, or only of the trained ones.
size_t CountWeightsIn(int encoder_version, const NetworkConfig& config, bool trained_only);

/// Returns the weights of a version of the encoder as those of this version. `values` are all
/// arrays of the architecture, or only the trained ones, concatenated in the order of WeightSpecs.
std::vector<float> UpgradeWeights(int encoder_version, const NetworkConfig& config,
                                  std::vector<float> values);

/// Returns the weights of this version as those of the oldest version of the encoder of which
/// UpgradeWeights makes them: a model and its upgrade have the same oldest form.
std::vector<float> OldestForm(const NetworkConfig& config, const std::vector<float>& values);

}  // namespace raichi
