#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nn/model/layers.h"

namespace raichi {

/// Kind and version of a safetensors export (nn/model/safetensors.h).
inline constexpr char kExportKind[] = "raichi export";
inline constexpr int kExportVersion = 1;

/// The weights of a layer in f32, with its normalization folded in.
struct FoldedLayer {
  std::vector<float> weight;  // [out][in][height][width]
  std::vector<float> bias;    // [out]

  /// Adds the outputs of another layer with the same inputs.
  void Append(const FoldedLayer& other) {
    weight.insert(weight.end(), other.weight.begin(), other.weight.end());
    bias.insert(bias.end(), other.bias.begin(), other.bias.end());
  }
};

/// A network for inference on the processor.
struct FoldedNetwork {
  NetworkConfig config;
  std::vector<Layer> layers;         // Layers(config)
  std::vector<FoldedLayer> weights;  // by layer; those of auxiliary layers are empty
};

/// Reads the content of a safetensors export (docs/model-format.md). Errors call it `path`. Throws
/// DamagedError if it is damaged or if its arrays do not fit its architecture, and VersionError if
/// this program cannot compute it.
FoldedNetwork ReadFoldedNetwork(const std::string& bytes, const std::filesystem::path& path);

}  // namespace raichi
