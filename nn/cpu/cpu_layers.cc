#include "nn/cpu/cpu_layers.h"

#include <algorithm>

#include "base/error.h"
#include "mcts/softmax.h"
#include "nn/cpu/block_product.h"
#include "nn/cpu/cpu_kernels.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

/// Returns weights [out][in][kernel], with `kernel` numbers in each kernel, as [kernel][in][out].
std::vector<float> Turned(const std::vector<float>& weights, size_t in, size_t out, size_t kernel) {
  RAICHI_CHECK(weights.size() == out * in * kernel);
  std::vector<float> turned(weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    turned[(i % kernel * in + i / kernel % in) * out + i / kernel / in] = weights[i];
  }
  return turned;
}

}  // namespace

template <typename Element>
CpuConv<Element>::CpuConv(const FoldedLayer& weights, const Layer& layer)
    : bias_(weights.bias), relu_(layer.relu) {
  const auto in = static_cast<size_t>(layer.in), out = static_cast<size_t>(layer.out);
  const auto kernel = static_cast<size_t>(layer.kernel);
  const std::vector<float> turned = Turned(weights.weight, in, out, kernel * kernel);
  if (kernel == 3 && in % kWinogradStep == 0 && out % kWinogradStep == 0 &&
      !DirectConv<Element>::UsesUnit(in, out)) {
    winograd_.emplace(turned, in, out);
  } else {
    direct_ = {turned, {.kernel = kernel, .in = in, .out = out}};
  }
}

template <typename Element>
void CpuConv<Element>::Apply(const float* x, size_t boards, size_t side, const float* residual,
                             const float* board_bias, Scratch* scratch, float* y) const {
  const ConvSum sum{bias_.data(), board_bias, residual, relu_};
  if (winograd_) {
    winograd_->Apply(x, boards, {side, side}, sum, scratch, y);
  } else {
    direct_.Apply(x, boards, {side, side}, sum, scratch, y);
  }
}

template class CpuConv<float>;
template class CpuConv<Bf16>;

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

CpuLinear::CpuLinear(const FoldedLayer& layer)
    : in_(layer.weight.size() / layer.bias.size()), bias_(layer.bias.begin(), layer.bias.end()) {
  bias_.resize((bias_.size() + kChannelStep - 1) / kChannelStep * kChannelStep);
  weight_.resize(in_ * out());
  for (size_t i = 0; i < layer.weight.size(); ++i) {
    weight_[i % in_ * out() + i / in_] = layer.weight[i];
  }
}

void CpuLinear::Apply(const float* x, size_t x_step, size_t rows, float* y) const {
  for (size_t row = 0; row < rows; ++row) std::copy(bias_.begin(), bias_.end(), y + row * out());
  WithVectors(out(), [&]<size_t kVector>() {
    Multiply<kVector, true, float>({x, x_step, 1}, weight_.data(), rows, out(), in_, y);
  });
}

}  // namespace raichi
