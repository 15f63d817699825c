#include "nn/export/model_import.h"

#include <algorithm>

#include "base/error.h"
#include "nn/model/layers.h"
#include "nn/model/safetensors.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

constexpr uint64_t kSeedOfNewHeads = 1;

/// The variance of a norm whose scale is 1 and whose mean is 0: folding multiplies by exactly 1.
constexpr float kUnitVariance = 1.0f - static_cast<float>(kNormEpsilon);
static_assert(kUnitVariance + static_cast<float>(kNormEpsilon) == 1.0f);

/// Returns the arrays of the model's file that the export has, by WeightSpec::name.
std::map<std::string, std::vector<float>> ArraysOf(const FoldedNetwork& network) {
  std::map<std::string, std::vector<float>> arrays;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    if (layer.IsAuxiliary()) continue;
    const bool has_norm = layer.kind == LayerKind::kConv;
    arrays[layer.name + (has_norm ? ".conv" : ".weight")] = network.weights[i].weight;
    arrays[layer.name + ".bias"] = network.weights[i].bias;
    if (!has_norm) continue;
    arrays[layer.name + ".variance"].assign(static_cast<size_t>(layer.out), kUnitVariance);
  }
  return arrays;
}

}  // namespace

void SetArrays(const std::map<std::string, std::vector<float>>& arrays, Model* model) {
  auto next = model->weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model->info.network)) {
    if (const auto array = arrays.find(spec.name); array != arrays.end()) {
      RAICHI_CHECK(array->second.size() == spec.Count());
      std::ranges::copy(array->second, next);
    }
    next += static_cast<std::ptrdiff_t>(spec.Count());
  }
}

Model ImportModel(const std::string& bytes, const std::filesystem::path& path) {
  const TensorFile file =
      ParseTensorFile(bytes, kExportKind, kExportVersion, path, ChecksumUse::kIfPresent);
  const auto arrays = ArraysOf(FoldedNetworkFrom(file, path));
  Model model{.info = InfoFrom(file, path), .weights = {}};
  model.info.encoder_version = kEncoderVersion;
  model.weights = InitialWeights(model.info.network, kSeedOfNewHeads);
  SetArrays(arrays, &model);
  return model;
}

}  // namespace raichi
