#pragma once

#include <span>
#include <vector>

#include "nn/cpu/cpu_kernels.h"
#include "nn/cpu/folded_network.h"
#include "rules/board/types.h"

namespace raichi {

/// Returns a linear layer of a network for the processor.
CpuLinear ToCpu(const FoldedNetwork& network, size_t layer);

/// The features of one position from which the policy's outputs are computed.
struct PolicyFeatures {
  const float* squares = nullptr;  // [square][stride]; the features come first
  size_t stride = 0;
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
  /// Computes the outputs on the square that the next moves leave.
  void Leave(const PolicyFeatures& position, Square from);
  const float* On(const PolicyFeatures& position, Square square) const;

  int canvas_;
  int features_ = Layer::kNone;
  CpuLinear origin_, query_;  // of kPolicy and kQuery; query_ is empty if the network has none
  std::vector<float> square_, on_origin_, on_query_;  // of the square that `Leave` was called for
};

}  // namespace raichi
