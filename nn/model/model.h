#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model/network_config.h"
#include "nn/model/safetensors.h"

namespace raichi {

/// Metadata of a model.
struct ModelInfo {
  NetworkConfig network;
  int encoder_version = 0;                      // of the file
  int64_t steps = 0;                            // training steps
  std::vector<std::string> rules;               // names of the rule sets it was trained on
  std::map<std::string, std::string> training;  // for people; runs read games and positions

  /// Returns a whole number of `training`; 0 if there is none of this name.
  int64_t TrainingNumber(const std::string& name) const;
};

/// Returns the file of a model; `model` is the path of that file or of the folder that holds it. A
/// trained model is one file, `model.raichi`, in the safetensors format (docs/network.md). Its
/// metadata contain a ModelInfo and a checksum of the whole file. In a run, every model has a
/// folder of its own, such as models/000120/. The folder's network.yaml and train.yaml repeat the
/// metadata for human readers; no program reads them.
std::filesystem::path ModelFile(const std::filesystem::path& model);

/// Reads a model's metadata. Throws ReadError, DamagedError or VersionError naming the file;
/// VersionError also if the file is of a newer version of the encoder.
ModelInfo ReadModelInfo(const std::filesystem::path& model);

/// Writes a model with random weights, for benchmarks and as the starting point of training.
void WriteRandomModel(const std::filesystem::path& file, const NetworkConfig& config,
                      uint64_t seed);

/// A model in memory: its metadata and its weights, concatenated in the order of WeightSpecs.
struct Model {
  ModelInfo info;
  std::vector<float> weights;
};

/// Reads a model file or folder. Throws the same errors as ReadModelInfo, and DamagedError if the
/// weights do not fit the architecture.
Model ReadModel(const std::filesystem::path& model);
/// Reads the content of a model's file. Throws as ReadModel; errors call it `path`.
Model ParseModel(const std::string& bytes, const std::filesystem::path& path);
/// Returns the content of the model's file, `model.raichi`.
std::string ModelBytes(const Model& model);
/// Writes a folder with model.raichi, network.yaml and train.yaml. The folder appears complete or
/// not at all. Throws Error if the folder exists and is not empty, since models are never replaced.
void WriteModelFolder(const std::filesystem::path& folder, const Model& model);

/// Returns a model's metadata as written into its file and into exports.
std::map<std::string, std::string> ModelWords(const ModelInfo& info);
/// Reads them back, without checking any weights. Throws as ReadModelInfo.
ModelInfo InfoFrom(const TensorFile& file, const std::filesystem::path& path);

}  // namespace raichi
