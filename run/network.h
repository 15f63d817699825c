#pragma once

#include <filesystem>

#include "console/output.h"
#include "nn/backend/network_evaluator.h"
#include "run/config/config.h"

namespace raichi {

/// Opens a model as the workers of a run would, and returns the device and precision it uses and
/// how much its answers differ from those in f32. Throws as OpenNetworkEvaluator.
NetworkEvaluatorInfo TryNetwork(const WorkersConfig& config, const std::filesystem::path& model);

/// Returns `{"device":…,"precision":…}`. If the precision is below f32, `"value_difference"` and
/// `"prior_difference"` follow.
Json ToJson(const NetworkEvaluatorInfo& info);

}  // namespace raichi
