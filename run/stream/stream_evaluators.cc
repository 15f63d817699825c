#include "run/stream/stream_evaluators.h"

#include <utility>

#include "base/checksum.h"
#include "mcts/evaluators/delayed_evaluator.h"
#include "mcts/evaluators/fake_evaluator.h"
#include "run/config/workers.h"
#include "selfplay/play/worker.h"

namespace raichi {

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

}  // namespace raichi
