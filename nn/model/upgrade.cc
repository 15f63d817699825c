#include "nn/model/upgrade.h"

#include <algorithm>

#include "base/check.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"

namespace raichi {
namespace {

size_t Product(const std::vector<int64_t>& shape) {
  int64_t product = 1;
  for (const int64_t side : shape) product *= side;
  return static_cast<size_t>(product);
}

/// Drops the weights of inputs that a version of the encoder lacks.
std::vector<float> Downgrade(int encoder_version, const NetworkConfig& config,
                             const std::vector<float>& values) {
  std::vector<float> old;
  auto next = values.cbegin();
  for (const WeightSpec& spec : WeightSpecs(config)) {
    const auto rows = static_cast<size_t>(spec.shape.front());
    const size_t old_row = Product(ShapeIn(encoder_version, spec)) / rows;
    const size_t row = spec.Count() / rows;
    for (size_t i = 0; i < rows; ++i) {
      old.insert(old.end(), next, next + static_cast<std::ptrdiff_t>(old_row));
      next += static_cast<std::ptrdiff_t>(row);
    }
  }
  RAICHI_CHECK(next == values.cend());
  return old;
}

}  // namespace

std::vector<int64_t> ShapeIn(int encoder_version, const WeightSpec& spec) {
  const InputSize size = InputSizeOf(encoder_version);
  std::vector<int64_t> shape = spec.shape;
  if (spec.input == Layer::kPlanesInput) shape.at(1) = size.planes;
  if (spec.input == Layer::kNumbersInput) shape.at(1) = size.numbers;
  return shape;
}

size_t CountWeightsIn(int encoder_version, const NetworkConfig& config, bool trained_only) {
  size_t count = 0;
  for (const WeightSpec& spec : WeightSpecs(config)) {
    if (trained_only && spec.kind == WeightKind::kStatistic) continue;
    count += Product(ShapeIn(encoder_version, spec));
  }
  return count;
}

std::vector<float> UpgradeWeights(int encoder_version, const NetworkConfig& config,
                                  std::vector<float> values) {
  if (encoder_version == kEncoderVersion) return values;
  std::vector<float> upgraded;
  auto next = values.cbegin();
  for (const WeightSpec& spec : WeightSpecs(config)) {
    if (next == values.cend()) break;  // without the statistics
    // Every row is extended by zeros. Rows are one output's weights, its inputs one after another.
    const auto rows = static_cast<size_t>(spec.shape.front());
    const size_t old_row = Product(ShapeIn(encoder_version, spec)) / rows;
    const size_t row = spec.Count() / rows;
    RAICHI_CHECK(values.cend() - next >= static_cast<std::ptrdiff_t>(rows * old_row));
    for (size_t i = 0; i < rows; ++i) {
      const auto end = next + static_cast<std::ptrdiff_t>(old_row);
      upgraded.insert(upgraded.end(), next, end);
      upgraded.resize(upgraded.size() + row - old_row);
      next = end;
    }
  }
  RAICHI_CHECK(next == values.cend());
  return upgraded;
}

std::vector<float> OldestForm(const NetworkConfig& config, const std::vector<float>& values) {
  for (int version = 1; version < kEncoderVersion; ++version) {
    std::vector<float> old = Downgrade(version, config, values);
    if (UpgradeWeights(version, config, old) == values) return old;
  }
  return values;
}

}  // namespace raichi
