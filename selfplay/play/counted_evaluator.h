#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "mcts/evaluator.h"

namespace raichi {

/// Decorator that counts the leaves that the decorated evaluator evaluates. Below a cache it counts
/// only the leaves that the cache passes on. Several evaluators may share a count.
class CountedEvaluator : public Evaluator {
 public:
  /// `count` must outlive the evaluator.
  CountedEvaluator(std::unique_ptr<Evaluator> next, std::atomic<uint64_t>* count)
      : next_(std::move(next)), count_(count) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    next_->Evaluate(leaves, out);
    count_->fetch_add(leaves.size(), std::memory_order_relaxed);
  }
  bool Recall(const LeafRequest& leaf, Evaluation* out) override {
    return next_->Recall(leaf, out);
  }

 private:
  std::unique_ptr<Evaluator> next_;
  std::atomic<uint64_t>* count_;
};

}  // namespace raichi
