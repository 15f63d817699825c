#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model/network_config.h"

namespace raichi {

/// Metadata of a model.
struct ModelInfo {
  NetworkConfig network;
  int encoder_version = 0;
  int64_t steps = 0;                            // of training
  std::vector<std::string> rules;               // names of the rule sets it was trained on
  std::map<std::string, std::string> training;  // notes for people; not interpreted
};

/// The file of the model that `model` names: either the file itself or a folder that holds it. A
/// trained model is one file, `model.raichi`: a safetensors file (docs/network.md) whose metadata
/// hold a ModelInfo and a checksum of the whole file. In a run it lies in a folder of its own, such
/// as models/000120/. The folder's network.yaml and train.yaml repeat the metadata for people; no
/// program reads them.
std::filesystem::path ModelFile(const std::filesystem::path& model);

/// Throws ReadError, DamagedError or VersionError (also if it is for another version of the
/// encoder) naming the file.
ModelInfo ReadModelInfo(const std::filesystem::path& model);

/// Writes a model with random weights, for measurements and as a start.
void WriteRandomModel(const std::filesystem::path& file, const NetworkConfig& config,
                      uint64_t seed);

}  // namespace raichi
