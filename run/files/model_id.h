#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// Identifies a network by what it computes: the checksum of its architecture and weights, 16
/// hexadecimal digits. What else a model file says (steps, program, rules) does not change it.
/// `weights` are as WeightSpecs lists them. A model of an older version of the encoder keeps its
/// checksum when it is upgraded.
std::string WeightsChecksum(const NetworkConfig& network, const std::vector<float>& weights);
/// The same of a model's file or folder. Throws as ReadModel.
std::string WeightsChecksum(const std::filesystem::path& model);

}  // namespace raichi
