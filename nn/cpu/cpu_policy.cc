#include "nn/cpu/cpu_policy.h"

#include "base/check.h"
#include "mcts/softmax.h"
#include "nn/input/policy_index.h"

namespace raichi {

CpuLinear ToCpu(const FoldedNetwork& network, size_t layer) {
  const FoldedLayer& weights = network.weights[layer];
  CpuLinear linear{.in = weights.weight.size() / weights.bias.size(),
                   .out = weights.bias.size(),
                   .weight = std::vector<float>(weights.weight.size()),
                   .bias = weights.bias};
  for (size_t i = 0; i < weights.weight.size(); ++i) {
    linear.weight[i % linear.in * linear.out + i / linear.in] = weights.weight[i];
  }
  return linear;
}

CpuPolicy::CpuPolicy(const FoldedNetwork& network) : canvas_(network.config.canvas) {
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const LayerOutput output = network.layers[i].output;
    if (output == LayerOutput::kPolicy) {
      features_ = network.layers[i].input;
      origin_ = ToCpu(network, i);
    } else if (output == LayerOutput::kQuery) {
      query_ = ToCpu(network, i);
    }
  }
  RAICHI_CHECK(features_ >= 0);
  square_.resize(origin_.in);
  on_origin_.resize(origin_.out);
  on_query_.resize(query_.out);
}

void CpuPolicy::Read(const PolicyFeatures& position, std::span<const Move> moves,
                     std::vector<float>* priors) {
  priors->resize(moves.size());
  Square from;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].from() != from) {
      from = moves[i].from();
      Leave(position, from);
    }
    float& logit = (*priors)[i];
    logit = on_origin_[static_cast<size_t>(PolicyChannel(moves[i]))];
    if (query_.out == 0) continue;
    logit += DotReluOnSquare(On(position, moves[i].to()), position.bias, on_query_.data());
  }
  Softmax(*priors);
}

void CpuPolicy::Leave(const PolicyFeatures& position, Square from) {
  AddReluOnSquare(On(position, from), position.bias, square_.data());
  origin_.Apply(square_.data(), on_origin_.data());
  if (query_.out > 0) query_.Apply(square_.data(), on_query_.data());
}

const float* CpuPolicy::On(const PolicyFeatures& position, Square square) const {
  return position.squares + static_cast<size_t>(SquareIndex(square, canvas_)) * position.stride;
}

}  // namespace raichi
