#include "nn/model/folded_network.h"

#include "base/error.h"
#include "nn/input/encoder.h"
#include "nn/model/network_words.h"
#include "nn/model/safetensors.h"

namespace raichi {

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
    if (layer.kind != LayerKind::kLinear) shape.insert(shape.end(), {layer.kernel, layer.kernel});
    weights.weight = file.Weights(layer.name + ".weight", shape, path);
    weights.bias = file.Weights(layer.name + ".bias", {layer.out}, path);
    read += 2;
  }
  file.CheckCount(read, path);
  return network;
}

}  // namespace raichi
