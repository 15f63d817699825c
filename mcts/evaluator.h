#pragma once

#include <span>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// A position that a search wants evaluated. Valid until its evaluation is backed up.
struct LeafRequest {
  const Game* game = nullptr;   // ongoing, with at least one legal move
  std::span<const Move> moves;  // its legal moves
};

/// An evaluator's estimate of a position. All values are from the perspective of the side to move.
struct Evaluation {
  float win = 0;  // win + draw + loss = 1
  float draw = 1;
  float loss = 0;
  float moves_left = 0;       // plies to the end of the game, 0 if unknown
  std::vector<float> priors;  // one per legal move in the request's order, >= 0, sum 1

  float Value() const { return win - loss; }  // in [-1, 1], for the side to move
};

/// An evaluator of leaves in batches: the network, random playouts, a fake, or a cache that
/// decorates another evaluator. Not thread-safe unless the implementation says so.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  /// Writes the evaluation of `leaves[i]` to `out[i]`. Both spans have the same size. Reuses the
  /// capacity of `out[i].priors`.
  virtual void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) = 0;
  /// Fills `out` and returns true if the evaluation is already known, so that the leaf does not
  /// have to wait for a batch.
  virtual bool Recall(const LeafRequest&, Evaluation* /*out*/) { return false; }
};

}  // namespace raichi
