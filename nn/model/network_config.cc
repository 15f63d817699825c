#include "nn/model/network_config.h"

#include <charconv>

#include "nn/model/weights.h"
#include "rules/error.h"
#include "rules/types.h"

namespace raichi {
namespace {

void CheckRange(const char* name, int value, int least, int most, int multiple = 1) {
  if (value >= least && value <= most && value % multiple == 0) return;
  throw UsageError("network." + std::string(name) + ": " + std::to_string(value) + ", expected " +
                   std::to_string(least) + " to " + std::to_string(most) +
                   (multiple > 1 ? ", a multiple of " + std::to_string(multiple) : ""));
}

}  // namespace

void CheckConfig(const NetworkConfig& config) {
  CheckRange("canvas", config.canvas, kMinBoardSize, kMaxBoardSize);
  CheckRange("blocks", config.blocks, 1, 64);
  CheckRange("channels", config.channels, 8, 1024, 8);
  CheckRange("pool_every", config.pool_every, 0, 64);
  CheckRange("policy_channels", config.policy_channels, 8, 1024, 8);
  CheckRange("value_channels", config.value_channels, 8, 1024, 8);
  CheckRange("value_hidden", config.value_hidden, 8, 1024, 8);
}

NetworkConfig ParseNetworkSize(std::string_view text, const NetworkConfig& defaults) {
  NetworkConfig config = defaults;
  const char* const end = text.data() + text.size();
  const auto [cross, first] = std::from_chars(text.data(), end, config.blocks);
  const bool split = first == std::errc() && cross != end && *cross == 'x';
  if (split) {
    const auto [rest, second] = std::from_chars(cross + 1, end, config.channels);
    if (second == std::errc() && rest == end) {
      CheckConfig(config);
      return config;
    }
  }
  throw UsageError("network size `" + std::string(text) +
                   "`: expected BLOCKSxCHANNELS, as in 6x64");
}

long CountWeights(const NetworkConfig& config) {
  long count = 0;
  for (const WeightSpec& spec : WeightSpecs(config)) {
    if (spec.kind != WeightKind::kStatistic) count += static_cast<long>(spec.Count());
  }
  return count;
}

}  // namespace raichi
