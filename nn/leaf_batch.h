#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/encoder.h"

namespace raichi {

/// What an exported network says of N positions (docs/web.md): a row a position.
struct NetworkOutputs {
  std::span<const float> policy;      // [N][PolicySize(canvas)], logits
  std::span<const float> wdl;         // [N][3]: probabilities of win, draw, loss
  std::span<const float> moves_left;  // [N], plies
};

/// Leaves as the inputs of an exported network, and its outputs as their evaluations. Once warm,
/// allocates nothing.
class LeafBatch {
 public:
  /// `canvas`: squares along a side of the network's boards.
  explicit LeafBatch(int canvas) : packed_(canvas) {}

  /// Fills the inputs; every leaf's board fits the canvas.
  void Encode(std::span<const LeafRequest> leaves);
  std::span<const float> planes() const { return planes_; }           // [N][16][rank][file]
  std::span<const float> numbers() const { return packed_.globals; }  // [N][71]

  /// The answers to the same leaves, valid until the next call.
  std::span<const Evaluation> Read(std::span<const LeafRequest> leaves,
                                   const NetworkOutputs& outputs);

 private:
  void Unpack();
  void ReadPriors(std::span<const Move> moves, std::span<const float> logits,
                  std::vector<float>* priors) const;

  PackedBatch packed_;
  std::vector<float> planes_;
  std::vector<Evaluation> evaluations_;
};

}  // namespace raichi
