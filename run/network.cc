#include "run/network.h"

#include "nn/backend/devices.h"

namespace raichi {

NetworkEvaluatorInfo TryNetwork(const WorkersConfig& config, const std::filesystem::path& model) {
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(model,
                       {.device = DeviceOfWorker(config.device, 0),
                        .precision = config.precision,
                        .batch = config.slots},
                       &info);
  return info;
}

Json ToJson(const NetworkEvaluatorInfo& info) {
  Json json = {{"device", info.device}, {"precision", info.precision}};
  if (!info.reduced) return json;
  json["value_difference"] = info.value_difference;
  json["prior_difference"] = info.prior_difference;
  return json;
}

}  // namespace raichi
