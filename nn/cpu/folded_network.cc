#include "nn/cpu/folded_network.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "nn/backend/model_export.h"
#include "nn/input/encoder.h"
#include "nn/model/network_words.h"
#include "nn/model/safetensors.h"

namespace raichi {
namespace {

/// Returns the values of an array of finite numbers.
std::vector<float> ValuesOf(const TensorFile& file, const std::string& name,
                            const std::vector<int64_t>& shape, const std::filesystem::path& path) {
  const auto found = file.tensors.find(name);
  if (found == file.tensors.end()) {
    throw DamagedError(path.string() + ": lacks the weights " + name);
  }
  const std::vector<float>& values = found->second.values;
  if (found->second.shape != shape) {
    throw DamagedError(path.string() + ": weights " + name +
                       " have another shape than the architecture's");
  }
  if (!std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); })) {
    throw DamagedError(path.string() + ": weights " + name + " contain NaN or infinity");
  }
  return values;
}

}  // namespace

FoldedNetwork ReadFoldedNetwork(const std::string& bytes, const std::filesystem::path& path) {
  const TensorFile file = ParseTensorFile(bytes, kExportKind, kExportVersion, path);
  if (file.Number("encoder", path) != kEncoderVersion) {
    throw VersionError(path.string() + ": is for another version of the encoder; export it again");
  }
  FoldedNetwork network;
  network.config = NetworkFromWords(file, path);
  network.layers = Layers(network.config);
  size_t read = 0;
  for (const Layer& layer : network.layers) {
    FoldedLayer& weights = network.weights.emplace_back();
    if (layer.IsAuxiliary()) continue;
    std::vector<int64_t> shape = {layer.out, layer.in};
    if (layer.kind != LayerKind::kLinear) shape.insert(shape.end(), {layer.height, layer.width});
    weights.weight = ValuesOf(file, layer.name + ".weight", shape, path);
    weights.bias = ValuesOf(file, layer.name + ".bias", {layer.out}, path);
    read += 2;
  }
  if (file.tensors.size() != read) {
    throw DamagedError(path.string() + ": has weights that its architecture does not have");
  }
  return network;
}

}  // namespace raichi
