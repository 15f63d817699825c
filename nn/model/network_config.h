#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// Architecture of a network (docs/network.md), stored in every model file.
struct NetworkConfig {
  int canvas = 9;            // squares along a side, 5 to 19; boards may be smaller
  int blocks = 6;            // residual blocks of two 3x3 convolutions, 1 to 64
  int channels = 64;         // of the body, 8 to 1024, a multiple of 8
  int pool_every = 3;        // every n-th block adds a bias from global pooling; 0: no block does
  int policy_channels = 32;  // of the policy head, 8 to 1024, a multiple of 8
  bool policy_destinations = false;  // the policy also reads the squares that moves reach
  int value_channels = 32;           // of the value head, 8 to 1024, a multiple of 8
  int value_hidden = 64;             // of the value head's hidden layer, 8 to 1024, a multiple of 8
  bool operator==(const NetworkConfig&) const = default;
};

class KeyList;
void ListKeys(NetworkConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range.
void CheckConfig(const NetworkConfig& config);

/// Parses a size such as `6x64`, blocks and channels; other fields have their defaults. Throws
/// UsageError naming the text.
NetworkConfig ParseNetworkSize(std::string_view text);

/// Returns the number of trained weights, which excludes the statistics of normalizations.
long CountWeights(const NetworkConfig& config);

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
