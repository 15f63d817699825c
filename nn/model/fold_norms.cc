#include "nn/model/fold_norms.h"

#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "nn/model/weights.h"

namespace raichi {
namespace {

using Arrays = std::map<std::string, std::span<const float>>;  // by WeightSpec::name

Arrays ArraysOf(const Model& model) {
  Arrays arrays;
  size_t first = 0;
  for (const WeightSpec& spec : WeightSpecs(model.info.network)) {
    arrays[spec.name] = std::span(model.weights).subspan(first, spec.Count());
    first += spec.Count();
  }
  return arrays;
}

std::vector<float> Copy(std::span<const float> values) { return {values.begin(), values.end()}; }

/// Each operation is rounded, as in LibTorch: this file is compiled without fused ones.
FoldedLayer FoldNorm(const Arrays& arrays, const std::string& name) {
  const auto scale = arrays.at(name + ".scale"), bias = arrays.at(name + ".bias");
  const auto mean = arrays.at(name + ".mean"), variance = arrays.at(name + ".variance");
  FoldedLayer folded{.weight = Copy(arrays.at(name + ".conv")), .bias = Copy(bias)};
  const size_t row = folded.weight.size() / bias.size();
  for (size_t i = 0; i < bias.size(); ++i) {
    const float factor = scale[i] / std::sqrt(variance[i] + static_cast<float>(kNormEpsilon));
    for (size_t j = i * row; j < (i + 1) * row; ++j) folded.weight[j] *= factor;
    folded.bias[i] -= mean[i] * factor;
  }
  return folded;
}

}  // namespace

FoldedNetwork FoldNorms(const Model& model) {
  const Arrays arrays = ArraysOf(model);
  FoldedNetwork network{
      .config = model.info.network, .layers = Layers(model.info.network), .weights = {}};
  for (const Layer& layer : network.layers) {
    FoldedLayer& weights = network.weights.emplace_back();
    if (layer.IsAuxiliary()) continue;
    weights = layer.kind == LayerKind::kConv
                  ? FoldNorm(arrays, layer.name)
                  : FoldedLayer{.weight = Copy(arrays.at(layer.name + ".weight")),
                                .bias = Copy(arrays.at(layer.name + ".bias"))};
  }
  return network;
}

}  // namespace raichi
