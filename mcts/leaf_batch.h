#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/error.h"
#include "mcts/evaluator.h"

namespace raichi {

/// The leaves that many owners want evaluated at once, such as the searches of many games. An owner
/// has a method `Answer`, which receives the evaluations of its leaves. Reuses its memory.
template <typename Owner>
class LeafBatch {
 public:
  /// The evaluator must outlive the batch, or the time until another is used. It may be null while
  /// the batch has no leaves.
  explicit LeafBatch(Evaluator* evaluator = nullptr) : evaluator_(evaluator) {}
  void Use(Evaluator* evaluator) { evaluator_ = evaluator; }

  Evaluator* evaluator() const { return evaluator_; }
  size_t size() const { return leaves_.size(); }
  /// Makes room for this many leaves.
  void Reserve(size_t leaves) {
    leaves_.reserve(leaves);
    parts_.reserve(leaves);
    if (evaluations_.size() < leaves) evaluations_.resize(leaves);
  }
  void Add(Owner* owner, std::span<const LeafRequest> leaves) {
    leaves_.insert(leaves_.end(), leaves.begin(), leaves.end());
    parts_.push_back({owner, leaves.size()});
  }

  /// Evaluates the leaves as one batch, answers their owners and becomes empty.
  void Run() {
    if (leaves_.empty()) return;
    RAICHI_CHECK(evaluator_ != nullptr);
    if (evaluations_.size() < leaves_.size()) evaluations_.resize(leaves_.size());
    std::span<Evaluation> answers = std::span(evaluations_).first(leaves_.size());
    evaluator_->Evaluate(leaves_, answers);
    for (const Part& part : parts_) {
      part.owner->Answer(answers.first(part.leaves));
      answers = answers.subspan(part.leaves);
    }
    leaves_.clear();
    parts_.clear();
  }

 private:
  struct Part {
    Owner* owner;
    size_t leaves;  // those of the previous parts come first
  };

  Evaluator* evaluator_;
  std::vector<LeafRequest> leaves_;
  std::vector<Part> parts_;
  std::vector<Evaluation> evaluations_;
};

}  // namespace raichi
