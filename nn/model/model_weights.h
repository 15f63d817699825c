#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model/model.h"
#include "nn/model/tensor_file.h"

namespace raichi {

/// A model in memory: what it says of itself and its weights, one after the other as WeightSpecs
/// lists them.
struct Model {
  ModelInfo info;
  std::vector<float> weights;
};

/// Throws Error naming the file when anything in it is not as nn/model/model.h says.
Model ReadModel(const std::filesystem::path& model);
/// The bytes of `model.raichi`.
std::string ModelBytes(const Model& model);
/// Writes a folder with model.raichi, network.yaml and train.yaml: made beside its name, synced and
/// renamed. Replaces a folder of that name (an export that is repeated after a crash).
void WriteModelFolder(const std::filesystem::path& folder, const Model& model);

/// What a model says of itself, as metadata.
std::map<std::string, std::string> ModelWords(const ModelInfo& info);
/// A network's architecture among a file's metadata.
void WriteNetworkWords(const NetworkConfig& config, std::map<std::string, std::string>* words);
NetworkConfig NetworkFromWords(const TensorFile& file, const std::filesystem::path& path);

}  // namespace raichi
