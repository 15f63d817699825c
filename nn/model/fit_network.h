#pragma once

#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// Returns the weights of the network `before` for the network `after`, which may differ from it in
/// two ways. In both, the networks compute the same where both can compute.
///
/// - Another canvas. Only the policy's outputs depend on it: a larger canvas has outputs for longer
///   moves (policy_index.h). Their weights become those of the longest moves in the same direction
///   that `weights` has; a smaller canvas loses the outputs for longer moves.
/// - `policy_destinations`. The weights of destinations that are added are 0.
///
/// `weights` has the order of WeightSpecs.
std::vector<float> FitNetwork(const NetworkConfig& before, const NetworkConfig& after,
                              const std::vector<float>& weights);

}  // namespace raichi
