#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// Returns the checksum of a network's architecture and weights, 16 hexadecimal digits, which
/// identifies what the network computes. It does not depend on the other contents of a model file
/// (steps, program, rules). `weights` has the order of WeightSpecs. A model of an older encoder
/// version keeps its checksum when it is upgraded.
std::string WeightsChecksum(const NetworkConfig& network, const std::vector<float>& weights);
/// Returns the checksum of a model's file or folder. Throws the errors of ReadModel.
std::string WeightsChecksum(const std::filesystem::path& model);

}  // namespace raichi
