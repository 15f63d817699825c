#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/data/samples.h"
#include "nn/input/encoder.h"
#include "nn/model/model.h"
#include "nn/model/network_config.h"
#include "rules/game.h"

namespace raichi {

/// Returns the configuration of a tiny network that still has a block with global pooling.
NetworkConfig TinyNetwork(int canvas = 9);

/// Draws the bits of a plane's ranks as `#` and `.`, one line for each rank, the top rank first.
std::string Draw(std::span<const uint32_t> ranks);
/// Draws a plane of position `index` in the same way.
std::string Draw(PackedBatch& batch, int index, Plane plane);
/// Removes blanks and empty lines from a drawing, so that it can be compared with Draw().
std::string Drawing(std::string_view text);

/// Returns true if all members of two batches are equal.
bool Same(const SampleBatch& a, const SampleBatch& b);

/// Leaves for positions of random games of a variant, with their legal moves.
class Positions {
 public:
  Positions(const std::string& variant, size_t count, uint64_t seed);

  const std::vector<LeafRequest>& leaves() const { return leaves_; }
  const std::vector<Game>& games() const { return games_; }

 private:
  std::vector<Game> games_;
  std::vector<MoveList> moves_;
  std::vector<LeafRequest> leaves_;
};

/// Return the largest difference in win, draw, loss, moves left (relative) and priors; infinite if
/// a difference is not a number.
double Difference(const Evaluation& a, const Evaluation& b);
double Difference(const std::vector<Evaluation>& a, const std::vector<Evaluation>& b);

/// Returns a model in which no weight or statistic has its initial value.
Model Scrambled(const NetworkConfig& config);

}  // namespace raichi
