#include "nn/model/network_config.h"

#include <map>
#include <string>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/text.h"
#include "nn/input/policy_index.h"
#include "nn/model/weights.h"
#include "rules/board/types.h"

namespace raichi {

void ListKeys(NetworkConfig* c, KeyList* keys) {
  constexpr KeyRange kWidth = {8, 1024, 8};
  keys->Add("canvas", &c->canvas, {kMinBoardSize, kMaxBoardSize},
            "Squares along a side of the input. 0 takes the largest board of the rules.");
  keys->Add("blocks", &c->blocks, {1, 64}, "Residual blocks of the body.");
  keys->Add("channels", &c->channels, kWidth, "Channels of the body.");
  keys->Add("pool_every", &c->pool_every, {0, 64},
            "Every `pool_every`-th block has global pooling; 0: no block has.");
  keys->Add("policy_channels", &c->policy_channels, kWidth, "Channels of the policy head.");
  keys->Add("policy_destinations", &c->policy_destinations,
            "The policy also reads the square that a move reaches. It learns more from the same "
            "games ([experiments.md](experiments.md#where-a-move-ends)); all presets but "
            "`tablut-plain` have it.");
  keys->Add("value_channels", &c->value_channels, kWidth, "Channels of the value head.");
  keys->Add("value_hidden", &c->value_hidden, kWidth,
            "Width of the hidden layer of the value head.");
}

void CheckConfig(const NetworkConfig& config) { CheckKeysOf(config, "network"); }

NetworkConfig ParseNetworkSize(std::string_view text) {
  NetworkConfig config;
  std::string_view rest = text;
  const auto blocks = TakeNumber<int>(&rest);
  const bool has_x = rest.starts_with('x');
  if (has_x) rest.remove_prefix(1);
  const auto channels = TakeNumber<int>(&rest);
  if (!blocks || !has_x || !channels || !rest.empty()) {
    throw UsageError("network size `" + std::string(text) +
                     "`: expected BLOCKSxCHANNELS, as in 6x64");
  }
  config.blocks = *blocks;
  config.channels = *channels;
  CheckConfig(config);
  return config;
}

long CountWeights(const NetworkConfig& config) {
  long count = 0;
  for (const WeightSpec& spec : WeightSpecs(config)) {
    if (spec.kind != WeightKind::kStatistic) count += static_cast<long>(spec.Count());
  }
  return count;
}

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
