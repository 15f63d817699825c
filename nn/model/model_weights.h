#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model/model.h"

namespace raichi {

/// A model in memory: its metadata and its weights, concatenated in the order of WeightSpecs.
struct Model {
  ModelInfo info;
  std::vector<float> weights;
};

/// Reads a model file or folder. Weights of an older version of the encoder are upgraded to this
/// one (nn/model/upgrade.h). Throws the same errors as ReadModelInfo, and DamagedError if the
/// weights do not fit the architecture.
Model ReadModel(const std::filesystem::path& model);
/// Returns the content of the model's file, `model.raichi`.
std::string ModelBytes(const Model& model);
/// Writes a folder with model.raichi, network.yaml and train.yaml. The folder appears complete or
/// not at all. Throws Error if the folder exists and is not empty, since models are never replaced.
void WriteModelFolder(const std::filesystem::path& folder, const Model& model);

/// Returns a model's metadata as written into its file.
std::map<std::string, std::string> ModelWords(const ModelInfo& info);

}  // namespace raichi
