#include "nn/model/network_config.h"

#include "base/config_keys.h"
#include "base/error.h"
#include "base/parse_number.h"
#include "nn/model/weights.h"
#include "rules/board/types.h"

namespace raichi {

void ListKeys(NetworkConfig* c, KeyList* keys) {
  constexpr KeyRange kWidth = {8, 1024, 8};
  keys->Add("canvas", &c->canvas, {kMinBoardSize, kMaxBoardSize});
  keys->Add("blocks", &c->blocks, {1, 64});
  keys->Add("channels", &c->channels, kWidth);
  keys->Add("pool_every", &c->pool_every, {0, 64});
  keys->Add("policy_channels", &c->policy_channels, kWidth);
  keys->Add("policy_destinations", &c->policy_destinations);
  keys->Add("value_channels", &c->value_channels, kWidth);
  keys->Add("value_hidden", &c->value_hidden, kWidth);
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

}  // namespace raichi
