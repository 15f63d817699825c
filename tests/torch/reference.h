#pragma once

#include <span>
#include <string>
#include <vector>

#include "nn/inference/inference.h"
#include "nn/model/model.h"
#include "tests/nn/helpers.h"

namespace raichi {

/// Returns an array of a model by its name, such as `policy.out.weight`.
std::span<float> ArrayOf(const std::string& name, Model* model);

/// Evaluates leaves with the network in its training form, in f32 on the CPU, and reads the legal
/// moves one by one.
std::vector<Evaluation> Reference(const Model& model, std::span<const LeafRequest> leaves);

std::vector<Evaluation> Evaluate(Inference* inference, std::span<const LeafRequest> leaves);

/// Returns the leaves of both, alternating.
std::vector<LeafRequest> Mixed(const Positions& a, const Positions& b);

}  // namespace raichi
