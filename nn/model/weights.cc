#include "nn/model/weights.h"

#include <cmath>

#include "base/numbers.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"

namespace raichi {
namespace {

/// Returns the number of a layer's inputs that are not reserved.
int NamedInputs(int input, int all) { return input == Layer::kNumbersInput ? kNamedNumbers : all; }
int NamedInputs(const Layer& layer) { return NamedInputs(layer.input, layer.in); }

bool IsHidden(const Layer& layer) { return layer.input >= 0 && layer.output == LayerOutput::kNone; }

/// Collects the arrays of an architecture.
class SpecList {
 public:
  void Add(const Layer& layer) {
    layer.kind == LayerKind::kConv ? AddConv(layer) : AddLinear(layer);
  }

  std::vector<WeightSpec> Take() {
    std::vector<WeightSpec> all = std::move(trained_);
    all.insert(all.end(), statistics_.begin(), statistics_.end());
    return all;
  }

 private:
  /// Adds a convolution without a bias and its normalization, which has one.
  void AddConv(const Layer& layer) {
    const float inputs = static_cast<float>(NamedInputs(layer) * layer.kernel * layer.kernel);
    trained_.push_back({layer.name + ".conv",
                        {layer.out, layer.in, layer.kernel, layer.kernel},
                        WeightKind::kMatrix,
                        std::sqrt(2.0f / inputs),
                        layer.zero_row,
                        layer.input,
                        IsHidden(layer)});
    trained_.push_back({layer.name + ".scale", {layer.out}, WeightKind::kScale, 1});
    trained_.push_back({layer.name + ".bias", {layer.out}, WeightKind::kBias, 0});
    statistics_.push_back({layer.name + ".mean", {layer.out}, WeightKind::kStatistic, 0});
    statistics_.push_back({layer.name + ".variance", {layer.out}, WeightKind::kStatistic, 1});
  }
  void AddLinear(const Layer& layer) {
    trained_.push_back({layer.name + ".weight",
                        {layer.out, layer.in},
                        WeightKind::kMatrix,
                        layer.gain / std::sqrt(static_cast<float>(NamedInputs(layer))),
                        layer.zero_row,
                        layer.input,
                        IsHidden(layer)});
    trained_.push_back({layer.name + ".bias", {layer.out}, WeightKind::kBias, 0});
  }

  std::vector<WeightSpec> trained_, statistics_;
};

bool StartsAtZero(const WeightSpec& spec, size_t index) {
  if (spec.kind != WeightKind::kMatrix) return false;
  const size_t row = spec.Count() / static_cast<size_t>(spec.shape[0]);
  const size_t weights_per_input = row / static_cast<size_t>(spec.shape[1]);
  const size_t input = index % row / weights_per_input;
  const int named = NamedInputs(spec.input, static_cast<int>(spec.shape[1]));
  return static_cast<int>(index / row) == spec.zero_row || static_cast<int>(input) >= named;
}

}  // namespace

size_t WeightSpec::Count() const {
  size_t count = 1;
  for (const int64_t side : shape) count *= static_cast<size_t>(side);
  return count;
}

std::vector<WeightSpec> WeightSpecs(const NetworkConfig& config) {
  SpecList specs;
  for (const Layer& layer : Layers(config)) specs.Add(layer);
  return specs.Take();
}

std::vector<float> InitialWeights(const NetworkConfig& config, uint64_t seed) {
  Rng rng(Mix64(seed));
  std::vector<float> values;
  for (const WeightSpec& spec : WeightSpecs(config)) {
    for (size_t i = 0; i < spec.Count(); ++i) {
      const float value = spec.kind == WeightKind::kMatrix
                              ? spec.initial * static_cast<float>(SampleNormal(&rng))
                              : spec.initial;
      values.push_back(StartsAtZero(spec, i) ? 0 : value);
    }
  }
  return values;
}

}  // namespace raichi
