#include "run/stream/stream_evaluators.h"

#include <utility>

#include "base/checksum.h"
#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/evaluators/delayed_evaluator.h"
#include "mcts/evaluators/fake_evaluator.h"
#include "run/config/workers.h"
#include "selfplay/play/counted_evaluator.h"

namespace raichi {
namespace {

/// A CachedEvaluator that keeps the evaluator it decorates.
class OwningCachedEvaluator : public Evaluator {
 public:
  OwningCachedEvaluator(std::unique_ptr<Evaluator> next, EvaluationCache* cache)
      : next_(std::move(next)), cached_(next_.get(), cache) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    cached_.Evaluate(leaves, out);
  }
  bool Recall(const LeafRequest& leaf, Evaluation* out) override {
    return cached_.Recall(leaf, out);
  }

 private:
  std::unique_ptr<Evaluator> next_;
  CachedEvaluator cached_;
};

}  // namespace

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
      NetworkEvaluatorConfig{
          .device = config.device, .precision = config.precision, .batch = config.slots},
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
  return std::make_unique<OwningCachedEvaluator>(std::move(counted), cache);
}

}  // namespace raichi
