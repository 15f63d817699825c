#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/data/samples.h"
#include "nn/input/encoder.h"
#include "nn/model/network_config.h"
#include "rules/game.h"

namespace raichi {

/// A network with every number as small as it gets, pooling included.
NetworkConfig TinyNetwork(int canvas = 9);

/// The words of a canvas' ranks as a drawing: from the top one, `#` and `.`, a line each.
std::string Draw(std::span<const uint32_t> ranks);
/// A plane as such a drawing.
std::string Draw(PackedBatch& batch, int index, Plane plane);
/// A drawing without blanks and empty lines, to compare with.
std::string Drawing(std::string_view text);

/// Whether two batches are equal in everything.
bool Same(const SampleBatch& a, const SampleBatch& b);

/// Positions along random games of a variant, with their legal moves, as leaves.
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

/// Largest difference of win, draw, loss, moves left (relative) and priors; infinite where one is
/// not a number.
double Difference(const Evaluation& a, const Evaluation& b);
double Difference(const std::vector<Evaluation>& a, const std::vector<Evaluation>& b);

}  // namespace raichi
