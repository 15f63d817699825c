#include "nn/model/upgrade.h"

#include <algorithm>

#include "base/error.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"

namespace raichi {
namespace {

size_t Product(const std::vector<int64_t>& shape) {
  int64_t product = 1;
  for (const int64_t side : shape) product *= side;
  return static_cast<size_t>(product);
}

/// Returns the weights of version `from` as those of version `to`: without those of inputs that
/// `to` lacks, and with 0 for those that `from` lacks. Statistics may be missing at the end.
std::vector<float> Convert(int from, int to, const NetworkConfig& config,
                           const std::vector<float>& values) {
  std::vector<float> converted;
  auto next = values.cbegin();
  for (const WeightSpec& spec : WeightSpecs(config)) {
    if (next == values.cend()) break;
    // A row holds the weights of one output, input by input.
    const auto rows = static_cast<size_t>(spec.shape.front());
    const size_t row = Product(ShapeIn(from, spec)) / rows;
    const size_t new_row = Product(ShapeIn(to, spec)) / rows;
    RAICHI_CHECK(values.cend() - next >= static_cast<std::ptrdiff_t>(rows * row));
    for (size_t i = 0; i < rows; ++i) {
      const auto kept = static_cast<std::ptrdiff_t>(std::min(row, new_row));
      converted.insert(converted.end(), next, next + kept);
      converted.resize(converted.size() + new_row - static_cast<size_t>(kept));
      next += static_cast<std::ptrdiff_t>(row);
    }
  }
  RAICHI_CHECK(next == values.cend());
  return converted;
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
  return Convert(encoder_version, kEncoderVersion, config, values);
}

std::vector<float> OldestForm(const NetworkConfig& config, const std::vector<float>& values) {
  for (int version = 1; version < kEncoderVersion; ++version) {
    std::vector<float> old = Convert(kEncoderVersion, version, config, values);
    if (UpgradeWeights(version, config, old) == values) return old;
  }
  return values;
}

}  // namespace raichi
