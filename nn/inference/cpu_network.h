#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/inference/cpu_kernels.h"
#include "nn/input/encoder.h"
#include "nn/network/packed_conv.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// A network on the processor: oneDNN's convolutions with our own loops between them, and heads
/// that compute only what is asked for. T is float or Bf16. Says the same as
/// Network::Folded(…).Forward up to rounding.
template <typename T>
class CpuNetwork {
 public:
  /// For up to `batch` positions at once.
  CpuNetwork(const Network& network, int batch);

  int batch() const { return batch_; }
  /// The body for positions [0, count) of `positions`, which has at least two.
  void Run(const PackedBatch& positions, int count);
  /// The heads for one of the positions that `Run` ran.
  void ReadOut(int index, std::span<const Move> moves, Evaluation* out);

 private:
  struct Block {
    PackedConv first, second;
    CpuLinear pool;  // out == 0: no pooling
  };
  void LoadInput(const PackedBatch& positions, int count);
  at::Tensor Stem(const PackedBatch& positions, int count);
  at::Tensor ApplyBlock(const Block& block, const at::Tensor& x);
  void MaskBoards(const at::Tensor& x) const;
  /// The logits of all moves from a square, into logits_.
  void ReadPolicy(const T* square);

  int batch_;
  size_t canvas_;
  std::vector<int> boards_;  // sizes of the boards now in the network
  bool all_full_ = true;     // they all fill the canvas
  at::Tensor input_;
  PackedConv stem_, heads_;  // heads_: the three 1x1 convolutions of the heads, as one
  CpuLinear numbers_, policy_pool_, policy_out_, value_hidden_, value_out_;
  std::vector<Block> blocks_;
  size_t policy_channels_, value_channels_;
  at::Tensor squares_;                // output of heads_: [N][square][moves | global | value]
  std::vector<float> bias_, pooled_;  // scratch of Run
  std::vector<float> features_, policy_bias_, policy_features_, logits_, hidden_,
      value_;  // of ReadOut
};

}  // namespace raichi
