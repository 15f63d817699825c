#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"

namespace raichi {

/// A network prepared for one device and precision. For one thread at a time, which may change
/// between calls.
class Inference {
 public:
  virtual ~Inference() = default;
  /// Evaluates at most `batch` leaves, whose boards fit the canvas.
  virtual void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) = 0;
  /// Runs only the network, on a full batch of empty boards, and waits until it is done.
  virtual void RunBare() = 0;
  /// Outputs of the network after `RunBare`, to check that it ran. Their number and meaning depend
  /// on the device.
  virtual std::vector<float> BareOutputs() const = 0;
};

/// The processor fills batches up to a multiple of this number: oneDNN's fast paths want more than
/// one position, and few different batch sizes need few prepared kernels. Devices fill them up to
/// this number times 1, 2, 4, ….
inline constexpr int kBatchStep = 8;

}  // namespace raichi
