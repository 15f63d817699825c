#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "mcts/evaluator.h"
#include "nn/backend/network_evaluator.h"
#include "run/config/config.h"

namespace raichi {

/// Returns the evaluators of a model for the workers of self-play.
std::unique_ptr<TeamEvaluators> WorkersNetworks(const std::filesystem::path& model,
                                                const WorkersConfig& config);

/// Returns what stands for the network of a model (`name`) where only the coordination of processes
/// is measured: meaningless answers, the same for all processes, each batch after `delay`.
std::unique_ptr<Evaluator> PretendNetwork(const std::string& name, std::chrono::microseconds delay);

}  // namespace raichi
