#pragma once

#include <span>
#include <vector>

#include "nn/cpu/cpu_linear.h"
#include "nn/model/folded_network.h"
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
