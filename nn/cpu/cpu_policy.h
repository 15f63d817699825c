#pragma once

#include <span>
#include <vector>

#include "nn/cpu/cpu_linear.h"
#include "nn/cpu/folded_network.h"
#include "rules/board/types.h"

namespace raichi {

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
  /// Computes the outputs on the squares that moves leave, in the order of the moves.
  void RunOrigins(const PolicyFeatures& position, std::span<const Move> moves);
  const float* On(const PolicyFeatures& position, Square square) const;

  int canvas_;
  int features_ = Layer::kNone;
  bool has_query_ = false;
  CpuLinear outputs_;                        // of kPolicy, then of kQuery if the network has them
  std::vector<float> origins_, on_origins_;  // inputs and results of `RunOrigins`, by square
};

}  // namespace raichi
