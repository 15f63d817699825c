#pragma once

#include <filesystem>

#include "console/output.h"
#include "nn/backend/network_evaluator.h"
#include "run/config/config.h"

namespace raichi {

/// How the workers of a run evaluate a model: where, in which precision, and how far that is from
/// f32. Throws as OpenNetworkEvaluator.
NetworkEvaluatorReport TryNetwork(const WorkersConfig& config, const std::filesystem::path& model);

/// `{"device":…,"precision":…}`; where a precision below f32 was tried also `"value_difference"`
/// and `"prior_difference"`.
Json ToJson(const NetworkEvaluatorReport& report);

}  // namespace raichi
