#include "nn/model/weights.h"

#include <cmath>
#include <numbers>

#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

/// Collects the arrays of an architecture.
class SpecList {
 public:
  /// A convolution without bias and its normalisation.
  void ConvNorm(const std::string& name, int in, int out, int side) {
    trained_.push_back({name + ".conv",
                        {out, in, side, side},
                        WeightKind::kMatrix,
                        std::sqrt(2.0f / static_cast<float>(in * side * side))});
    trained_.push_back({name + ".scale", {out}, WeightKind::kScale, 1});
    trained_.push_back({name + ".bias", {out}, WeightKind::kBias, 0});
    statistics_.push_back({name + ".mean", {out}, WeightKind::kStatistic, 0});
    statistics_.push_back({name + ".variance", {out}, WeightKind::kStatistic, 1});
  }
  /// A linear layer; `gain` scales its random start.
  void Linear(const std::string& name, int in, int out, float gain) {
    trained_.push_back({name + ".weight",
                        {out, in},
                        WeightKind::kMatrix,
                        gain / std::sqrt(static_cast<float>(in))});
    trained_.push_back({name + ".bias", {out}, WeightKind::kBias, 0});
  }
  std::vector<WeightSpec> Take() {
    std::vector<WeightSpec> all = std::move(trained_);
    all.insert(all.end(), statistics_.begin(), statistics_.end());
    return all;
  }

 private:
  std::vector<WeightSpec> trained_, statistics_;
};

float Normal(Rng* rng) {  // Box and Muller 1958
  const double radius = std::sqrt(-2 * std::log(1 - rng->Uniform()));
  return static_cast<float>(radius * std::cos(2 * std::numbers::pi * rng->Uniform()));
}

/// Those of the moves left begin as 0, so that a network that is never taught them says that it
/// does not know (Evaluation).
bool IsOfMovesLeft(const WeightSpec& spec, size_t index) {
  constexpr size_t kRow = 3;  // of value.out
  const size_t inputs = static_cast<size_t>(spec.shape.back());
  return spec.name == "value.out.weight" && index / inputs == kRow;
}

}  // namespace

size_t WeightSpec::Count() const {
  size_t count = 1;
  for (const int64_t side : shape) count *= static_cast<size_t>(side);
  return count;
}

std::vector<WeightSpec> WeightSpecs(const NetworkConfig& config) {
  CheckConfig(config);
  const int channels = config.channels;
  SpecList specs;
  specs.ConvNorm("stem", kPlanes, channels, 3);
  specs.Linear("stem.numbers", kGlobals, channels, 1);
  for (int block = 0; block < config.blocks; ++block) {
    const std::string name = "block" + std::to_string(block);
    specs.ConvNorm(name + ".first", channels, channels, 3);
    specs.ConvNorm(name + ".second", channels, channels, 3);
    if (config.pool_every > 0 && (block + 1) % config.pool_every == 0) {
      specs.Linear(name + ".pool", 3 * channels, channels, 0.5f);
    }
  }
  specs.ConvNorm("policy.move", channels, config.policy_channels, 1);
  specs.ConvNorm("policy.global", channels, config.policy_channels, 1);
  specs.Linear("policy.pool", 3 * config.policy_channels, config.policy_channels, 0.5f);
  specs.Linear("policy.out", config.policy_channels, PolicyChannels(config.canvas), 0.3f);
  specs.Linear("policy.reply", config.policy_channels, PolicyChannels(config.canvas), 0.3f);
  specs.ConvNorm("value.square", channels, config.value_channels, 1);
  specs.Linear("value.hidden", 3 * config.value_channels, config.value_hidden, 1.4f);
  specs.Linear("value.out", config.value_hidden, 5, 0.3f);
  specs.Linear("fate.square", channels, 2, 0.3f);
  specs.Linear("fate.captured", config.value_hidden, 1, 0.3f);
  return specs.Take();
}

std::vector<float> InitialWeights(const NetworkConfig& config, uint64_t seed) {
  Rng rng(Mix64(seed));
  std::vector<float> values;
  for (const WeightSpec& spec : WeightSpecs(config)) {
    for (size_t i = 0; i < spec.Count(); ++i) {
      const float value =
          spec.kind == WeightKind::kMatrix ? spec.initial * Normal(&rng) : spec.initial;
      values.push_back(IsOfMovesLeft(spec, i) ? 0 : value);
    }
  }
  return values;
}

}  // namespace raichi
