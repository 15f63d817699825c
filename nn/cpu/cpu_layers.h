#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "nn/cpu/direct_conv.h"
#include "nn/cpu/vectors.h"
#include "nn/cpu/winograd.h"
#include "nn/model/layers.h"
#include "rules/board/types.h"

namespace raichi {

/// A folded convolution on the processor with the additions to its result: 3x3 convolutions by
/// Winograd's algorithm where there is no matrix unit, others as products of matrices. `Element` is
/// the type of the numbers that are multiplied: float or Bf16.
template <typename Element>
class CpuConv {
 public:
  using Scratch = ConvScratch<Element>;

  CpuConv() = default;
  /// Of `layer` it reads the shape and whether ReLU is applied.
  CpuConv(const FoldedLayer& weights, const Layer& layer);

  /// x [boards][square][in] -> y [boards][square][out], for boards of `side` x `side` squares. Adds
  /// `residual`, which has the shape of y, and `board_bias` [boards][out] before the ReLU; both may
  /// be null.
  void Apply(const float* x, size_t boards, size_t side, const float* residual,
             const float* board_bias, Scratch* scratch, float* y) const;

 private:
  std::optional<WinogradConv<Element>> winograd_;
  DirectConv<Element> direct_;  // otherwise
  std::vector<float> bias_;
  bool relu_ = false;
};

/// A linear layer on the processor, y = x * weight + bias, in f32. Any thread may call any function
/// on its own data.
class CpuLinear {
 public:
  CpuLinear() = default;
  /// The layer's weights are [out][in].
  explicit CpuLinear(const FoldedLayer& layer);

  /// The numbers of a row of inputs.
  size_t in() const { return in_; }
  /// The numbers of a row of outputs: those of the layer, rounded up to a multiple of
  /// kChannelStep. The additional ones are 0.
  size_t out() const { return bias_.size(); }
  /// Reads `rows` rows of x, which begin x_step numbers apart. Writes y [rows][out].
  void Apply(const float* x, size_t x_step, size_t rows, float* y) const;

 private:
  size_t in_ = 0;
  AlignedVector<float> weight_;  // [in][out]
  AlignedVector<float> bias_;    // [out]
};

/// The features of one position from which the policy's outputs are computed.
struct PolicyFeatures {
  const float* squares = nullptr;  // [square][stride]; the features come first
  size_t stride = 0;
  int side = 0;                 // of its board
  std::span<const float> bias;  // is added to the features before their ReLU
};

/// The outputs of the policy head on the processor, for legal moves only: the last layers of the
/// policy, which read squares (LayerOutput). Not thread-safe.
class CpuPolicy {
 public:
  explicit CpuPolicy(const FoldedNetwork& network);

  /// The layer whose features the outputs read.
  int features() const { return features_; }
  /// Writes the probabilities of moves. The moves of a piece must be adjacent.
  void Read(const PolicyFeatures& position, std::span<const Move> moves,
            std::vector<float>* priors);

 private:
  /// Reads the squares that moves leave, in the order of the moves, and computes their queries.
  void ReadOrigins(const PolicyFeatures& position, std::span<const Move> moves);
  const float* On(const PolicyFeatures& position, Square square) const;
  bool has_query() const { return query_.out() > 0; }

  int canvas_;
  int features_ = Layer::kNone;
  FoldedLayer
      outputs_;      // of kPolicy: a position needs few of them, so each is a product of its own
  CpuLinear query_;  // of kQuery
  std::vector<float> origins_, queries_;  // by square that moves leave
};

}  // namespace raichi
