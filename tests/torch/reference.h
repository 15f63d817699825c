#pragma once

#include <span>
#include <vector>

#include "nn/inference/inference.h"
#include "nn/model/model_weights.h"
#include "tests/nn/helpers.h"

namespace raichi {

/// A network none of whose weights is at its start, statistics included.
Model Scrambled(const NetworkConfig& config);

/// The network as it is trained, in f32 on the processor, with legal moves read out one by one.
std::vector<Evaluation> Reference(const Model& model, std::span<const LeafRequest> leaves);

std::vector<Evaluation> Evaluate(Inference* inference, std::span<const LeafRequest> leaves);

/// Leaves of both, in turn.
std::vector<LeafRequest> Mixed(const Positions& a, const Positions& b);

}  // namespace raichi
