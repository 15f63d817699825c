#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// What a model says about itself.
struct ModelInfo {
  NetworkConfig network;
  int encoder_version = 0;
  int64_t steps = 0;                            // of training
  std::vector<std::string> rules;               // names of the rule sets it was trained on
  std::map<std::string, std::string> training;  // anything worth keeping, for people
};

/// A trained model is one file, `model.raichi`: a safetensors file (docs/network.md) whose metadata
/// hold a ModelInfo and a checksum over all of it. In a run it lies in a folder of its own,
/// models/000120/, beside network.yaml and train.yaml, which say the same to people and are read by
/// nothing. Wherever a model is named, the folder or the file will do.
std::filesystem::path ModelFile(const std::filesystem::path& model);

/// Throws Error naming the file if it is missing, damaged, no model, or of another encoder.
ModelInfo ReadModelInfo(const std::filesystem::path& model);

/// A model with random weights, as a file: something to measure or to start from.
void WriteRandomModel(const std::filesystem::path& file, const NetworkConfig& config,
                      uint64_t seed);

}  // namespace raichi
