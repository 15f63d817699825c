#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "mcts/evaluator.h"
#include "mcts/evaluators/evaluation_cache.h"
#include "nn/backend/network_evaluator.h"
#include "run/config/config.h"

namespace raichi {

/// Returns the settings of the cache that the configuration asks for, if any.
std::optional<CacheConfig> CacheOf(const WorkersConfig& config);

/// Returns the evaluators of a model for the workers of self-play.
std::unique_ptr<TeamEvaluators> WorkersNetworks(const std::filesystem::path& model,
                                                const WorkersConfig& config);

/// Returns what stands for the network of a model (`name`) where only the coordination of processes
/// is measured: meaningless answers, the same for all processes, each batch after `delay`.
std::unique_ptr<Evaluator> PretendNetwork(const std::string& name, std::chrono::microseconds delay);

/// Returns an evaluator that counts the evaluations of `network` in `evaluations` and first looks
/// them up in `cache`, unless that is null. Both pointers must outlive the result.
std::unique_ptr<Evaluator> CountAndCache(std::unique_ptr<Evaluator> network,
                                         std::atomic<uint64_t>* evaluations,
                                         EvaluationCache* cache);

}  // namespace raichi
