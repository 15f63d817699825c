#pragma once

#include <cstddef>
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

/// Leaves at the positions `first`, first + 1, … of a batch.
struct BatchPart {
  size_t first = 0;
  std::span<const LeafRequest> leaves;

  size_t end() const { return first + leaves.size(); }
};

/// A network prepared for one device and precision, whose batch several threads fill and read. The
/// boards must fit the canvas. Leaves must stay valid until their evaluations have been read. The
/// functions throw what the library of networks throws.
class SharedBatch {
 public:
  virtual ~SharedBatch() = default;
  /// Encodes leaves. Threads may load different positions at the same time, and while others are
  /// computed.
  virtual void Load(const BatchPart& part) = 0;
  /// Evaluates loaded parts, and waits until it is done. Meanwhile no thread may load or read them.
  virtual void Compute(std::span<const BatchPart> parts) = 0;
  /// Returns the evaluations of a part that the last `Compute` evaluated, one for each leaf.
  /// Threads may read different positions at the same time.
  virtual void Read(const BatchPart& part, std::span<Evaluation> out) const = 0;
};

}  // namespace raichi
