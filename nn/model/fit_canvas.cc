#include "nn/model/fit_canvas.h"

#include "base/check.h"
#include "nn/input/policy_index.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

constexpr int kChannelsOfDistance = PolicyChannels(2);

}  // namespace

std::vector<float> FitCanvas(const NetworkConfig& network, int canvas,
                             const std::vector<float>& weights) {
  NetworkConfig fitted = network;
  fitted.canvas = canvas;
  const std::vector<WeightSpec> before = WeightSpecs(network), after = WeightSpecs(fitted);
  RAICHI_CHECK(before.size() == after.size());
  size_t count = 0;
  for (const WeightSpec& spec : before) count += spec.Count();
  RAICHI_CHECK(weights.size() == count);
  std::vector<float> result;
  auto array = weights.begin();
  for (size_t i = 0; i < before.size(); ++i) {
    const int64_t rows = before[i].shape.front(), new_rows = after[i].shape.front();
    const auto row = static_cast<std::ptrdiff_t>(before[i].Count()) / rows;
    for (int64_t k = 0; k < new_rows; ++k) {
      const int64_t from =
          k < rows ? k : rows - kChannelsOfDistance + (k - rows) % kChannelsOfDistance;
      result.insert(result.end(), array + from * row, array + (from + 1) * row);
    }
    array += rows * row;
  }
  return result;
}

}  // namespace raichi
