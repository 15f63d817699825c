#include "run/network.h"

#include "nn/backend/devices.h"

namespace raichi {

NetworkEvaluatorReport TryNetwork(const WorkersConfig& config, const std::filesystem::path& model) {
  NetworkEvaluatorReport report;
  OpenNetworkEvaluator(model,
                       {.device = DeviceOfWorker(config.device, 0),
                        .precision = config.precision,
                        .batch = config.slots},
                       &report);
  return report;
}

Json ToJson(const NetworkEvaluatorReport& report) {
  Json json = {{"device", report.device}, {"precision", report.precision}};
  if (!report.reduced) return json;
  json["value_difference"] = report.value_difference;
  json["prior_difference"] = report.prior_difference;
  return json;
}

}  // namespace raichi
