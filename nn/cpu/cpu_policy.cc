#include "nn/cpu/cpu_policy.h"

#include <algorithm>

#include "base/check.h"
#include "mcts/softmax.h"
#include "nn/cpu/cpu_kernels.h"
#include "nn/input/policy_index.h"

namespace raichi {

CpuPolicy::CpuPolicy(const FoldedNetwork& network) : canvas_(network.config.canvas) {
  FoldedLayer joined;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    if (layer.output != LayerOutput::kPolicy && layer.output != LayerOutput::kQuery) continue;
    RAICHI_CHECK(layer.output == LayerOutput::kPolicy || features_ == layer.input);
    features_ = layer.input;
    has_query_ = layer.output == LayerOutput::kQuery;
    joined.Append(network.weights[i]);
  }
  RAICHI_CHECK(features_ >= 0);
  outputs_ = CpuLinear(joined);
}

void CpuPolicy::Read(const PolicyFeatures& position, std::span<const Move> moves,
                     std::vector<float>* priors) {
  RunOrigins(position, moves);
  priors->resize(moves.size());
  const float* on_origin = on_origins_.data();
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i > 0 && moves[i].from() != moves[i - 1].from()) on_origin += outputs_.out();
    float& logit = (*priors)[i];
    logit = on_origin[PolicyChannel(moves[i])];
    if (!has_query_) continue;
    const float* query = on_origin + PolicyChannels(canvas_);
    logit += DotReluOnSquare(On(position, moves[i].to()), position.bias, query);
  }
  Softmax(*priors);
}

void CpuPolicy::RunOrigins(const PolicyFeatures& position, std::span<const Move> moves) {
  size_t squares = 0;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i > 0 && moves[i].from() == moves[i - 1].from()) continue;
    origins_.resize(std::max(origins_.size(), (squares + 1) * outputs_.in()));
    AddReluOnSquare(On(position, moves[i].from()), position.bias,
                    &origins_[squares * outputs_.in()]);
    ++squares;
  }
  on_origins_.resize(std::max(on_origins_.size(), squares * outputs_.out()));
  outputs_.Apply(origins_.data(), outputs_.in(), squares, on_origins_.data());
}

const float* CpuPolicy::On(const PolicyFeatures& position, Square square) const {
  return position.squares +
         static_cast<size_t>(SquareIndex(square, position.side)) * position.stride;
}

}  // namespace raichi
