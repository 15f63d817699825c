#include "run/stream/stream_evaluators.h"

#include <utility>

#include "base/checksum.h"
#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/evaluators/delayed_evaluator.h"
#include "mcts/evaluators/fake_evaluator.h"
#include "run/config/workers.h"
#include "selfplay/play/counted_evaluator.h"
#include "selfplay/play/worker.h"

namespace raichi {
std::optional<CacheConfig> CacheOf(const WorkersConfig& config) {
  if (config.cache == "off" || config.cache_mib == 0) return std::nullopt;
  return CacheConfig{
      .bytes = static_cast<size_t>(config.cache_mib) << 20,
      .mode = config.cache == "symmetric" ? CacheMode::kSymmetric : CacheMode::kExact,
      .history = config.cache_last_moves};
}

std::unique_ptr<TeamEvaluators> WorkersNetworks(const std::filesystem::path& model,
                                                const WorkersConfig& config) {
  return std::make_unique<TeamEvaluators>(
      model,
      NetworkEvaluatorConfig{.device = config.device,
                             .precision = config.precision,
                             .batch = Worker::BatchOf(config.slots)},
      TeamSize(config));
}

std::unique_ptr<Evaluator> PretendNetwork(const std::string& name,
                                          std::chrono::microseconds delay) {
  return std::make_unique<DelayedEvaluator>(std::make_unique<FakeEvaluator>(Checksum(name)), delay);
}

std::unique_ptr<Evaluator> CountAndCache(std::unique_ptr<Evaluator> network,
                                         std::atomic<uint64_t>* evaluations,
                                         EvaluationCache* cache) {
  auto counted = std::make_unique<CountedEvaluator>(std::move(network), evaluations);
  if (cache == nullptr) return counted;
  return std::make_unique<CachedEvaluator>(
      std::move(counted), std::shared_ptr<EvaluationCache>(std::shared_ptr<void>(), cache));
}

}  // namespace raichi
