#pragma once

#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// Returns the weights of a network of the same architecture on another canvas. Only the outputs of
/// the policy depend on the canvas: a larger one has moves over longer distances (policy_index.h).
/// Their weights become those of the longest distance in the same direction that `weights` has; a
/// smaller canvas loses them. On boards that fit both canvases the networks compute the same.
/// `weights` has the order of WeightSpecs.
std::vector<float> FitCanvas(const NetworkConfig& network, int canvas,
                             const std::vector<float>& weights);

}  // namespace raichi
