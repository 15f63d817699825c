#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "mcts/evaluator.h"

namespace raichi {

/// Makes each batch of another evaluator take a given time longer, during which the thread sleeps.
/// With a fake evaluator it stands for a network on a device that costs the processor nothing.
class DelayedEvaluator : public Evaluator {
 public:
  DelayedEvaluator(std::unique_ptr<Evaluator> next, std::chrono::microseconds delay)
      : next_(std::move(next)), delay_(delay) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;

 private:
  std::unique_ptr<Evaluator> next_;
  std::chrono::microseconds delay_;
};

}  // namespace raichi
