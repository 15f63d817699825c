#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"

namespace raichi {

/// A network prepared for one device and precision. Not thread-safe, but different threads may use
/// it in turn.
class Inference {
 public:
  virtual ~Inference() = default;
  /// Evaluates at most as many leaves as the batch for which this was made. Their boards must fit
  /// the canvas.
  virtual void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) = 0;
  /// Runs the network alone on a full batch of empty boards, and waits until it is done.
  virtual void RunBare() = 0;
  /// Returns outputs of the network after `RunBare`, to check that it ran. Their number and meaning
  /// depend on the device.
  virtual std::vector<float> BareOutputs() const = 0;
};

}  // namespace raichi
