#include "nn/cpu/cpu_policy.h"

#include <algorithm>

#include "base/check.h"
#include "mcts/softmax.h"
#include "nn/cpu/cpu_kernels.h"
#include "nn/input/policy_index.h"

namespace raichi {

CpuPolicy::CpuPolicy(const FoldedNetwork& network) : canvas_(network.config.canvas) {
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    if (layer.output != LayerOutput::kPolicy && layer.output != LayerOutput::kQuery) continue;
    RAICHI_CHECK(layer.output == LayerOutput::kPolicy || features_ == layer.input);
    features_ = layer.input;
    if (layer.output == LayerOutput::kPolicy) {
      outputs_ = network.weights[i];
    } else {
      query_ = CpuLinear(network.weights[i]);
    }
  }
  RAICHI_CHECK(features_ >= 0);
}

void CpuPolicy::Read(const PolicyFeatures& position, std::span<const Move> moves,
                     std::vector<float>* priors) {
  ReadOrigins(position, moves);
  priors->resize(moves.size());
  const size_t features = position.bias.size();
  const float* origin = origins_.data();
  const float* query = queries_.data();
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i > 0 && moves[i].from() != moves[i - 1].from()) {
      origin += features;
      query += query_.out();
    }
    const auto channel = static_cast<size_t>(PolicyChannel(moves[i]));
    float& logit = (*priors)[i];
    logit = outputs_.bias[channel] + Dot({origin, features}, &outputs_.weight[channel * features]);
    if (!has_query()) continue;
    logit += DotReluOnSquare(On(position, moves[i].to()), position.bias, query);
  }
  Softmax(*priors);
}

void CpuPolicy::ReadOrigins(const PolicyFeatures& position, std::span<const Move> moves) {
  constexpr size_t kRows = 3;  // a product of fewer is slow, so there may be some more
  const size_t features = position.bias.size();
  size_t squares = 0;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i > 0 && moves[i].from() == moves[i - 1].from()) continue;
    origins_.resize(std::max(origins_.size(), (squares + kRows) * features));
    AddReluOnSquare(On(position, moves[i].from()), position.bias, &origins_[squares * features]);
    ++squares;
  }
  if (!has_query()) return;
  const size_t rows = (squares + kRows - 1) / kRows * kRows;
  queries_.resize(std::max(queries_.size(), rows * query_.out()));
  query_.Apply(origins_.data(), features, rows, queries_.data());
}

const float* CpuPolicy::On(const PolicyFeatures& position, Square square) const {
  return position.squares +
         static_cast<size_t>(SquareIndex(square, position.side)) * position.stride;
}

}  // namespace raichi
