#include "nn/model/fit_network.h"

#include <map>
#include <string>

#include "base/check.h"
#include "nn/input/policy_index.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

constexpr int kChannelsOfDistance = PolicyChannels(2);

/// An array of weights and its rows. A row belongs to one output.
struct Rows {
  std::vector<float>::const_iterator begin;
  int64_t count = 0;
  std::ptrdiff_t size = 0;
};

std::map<std::string, Rows> RowsByName(const NetworkConfig& network,
                                       const std::vector<float>& weights) {
  std::map<std::string, Rows> arrays;
  auto next = weights.begin();
  for (const WeightSpec& spec : WeightSpecs(network)) {
    const auto count = static_cast<std::ptrdiff_t>(spec.Count());
    RAICHI_CHECK(weights.end() - next >= count);
    arrays[spec.name] = {next, spec.shape.front(), count / spec.shape.front()};
    next += count;
  }
  RAICHI_CHECK(next == weights.end());
  return arrays;
}

}  // namespace

std::vector<float> FitNetwork(const NetworkConfig& before, const NetworkConfig& after,
                              const std::vector<float>& weights) {
  const std::map<std::string, Rows> arrays = RowsByName(before, weights);
  std::vector<float> result;
  for (const WeightSpec& spec : WeightSpecs(after)) {
    const auto array = arrays.find(spec.name);
    if (array == arrays.end()) {
      result.resize(result.size() + spec.Count());
      continue;
    }
    const Rows& rows = array->second;
    for (int64_t k = 0; k < spec.shape.front(); ++k) {
      const int64_t from = k < rows.count ? k
                                          : rows.count - kChannelsOfDistance +
                                                (k - rows.count) % kChannelsOfDistance;
      const auto row = rows.begin + from * rows.size;
      result.insert(result.end(), row, row + rows.size);
    }
  }
  return result;
}

}  // namespace raichi
