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
  keys->Add("line_channels", &c->line_channels, {0, 1024, 8});
  keys->Add("line_length", &c->line_length, {3, 37});
  keys->Add("pool_every", &c->pool_every, {0, 64});
  keys->Add("policy_channels", &c->policy_channels, kWidth);
  keys->Add("policy_destinations", &c->policy_destinations);
  keys->Add("value_channels", &c->value_channels, kWidth);
  keys->Add("value_hidden", &c->value_hidden, kWidth);
  keys->Add("value_error", &c->value_error);
}

void CheckConfig(const NetworkConfig& config) {
  CheckKeysOf(config, "network");
  Require(config.line_length % 2 == 1, "network.line_length",
          "an odd number, found " + std::to_string(config.line_length));
}

NetworkConfig ParseNetworkSize(std::string_view text, const NetworkConfig& defaults) {
  NetworkConfig config = defaults;
  std::string_view rest = text;
  const auto read = [&](int* number) {
    const auto taken = TakeNumber<int>(&rest);
    if (taken) *number = *taken;
    return taken.has_value();
  };
  const auto skip = [&](char sign) {
    const bool is_there = rest.starts_with(sign);
    if (is_there) rest.remove_prefix(1);
    return is_there;
  };
  bool is_good = read(&config.blocks) && skip('x') && read(&config.channels);
  if (is_good && !rest.empty()) is_good = skip('+') && read(&config.line_channels);
  if (!is_good || !rest.empty()) {
    throw UsageError(
        "network size `" + std::string(text) +
        "`: expected BLOCKSxCHANNELS or BLOCKSxCHANNELS+LINE_CHANNELS, as in 6x64 or " + "6x64+16");
  }
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
