#include "nn/network/network.h"

#include <ATen/core/grad_mode.h>

#include "nn/input/policy_index.h"
#include "nn/network/norm_conv.h"
#include "nn/network/operators.h"

namespace raichi {
namespace {

LayerWeights WeightsOf(const Layer& layer, const WeightMap& weights) {
  const auto get = [&](const char* part) { return weights.at(layer.name + part); };
  if (layer.kind != LayerKind::kConv) {
    if (layer.IsAuxiliary() && !weights.contains(layer.name + ".weight")) return {};
    return {.weight = get(".weight"), .bias = get(".bias")};
  }
  if (weights.contains(layer.name + ".weight")) {
    return {.weight = get(".weight"), .bias = get(".bias")};
  }
  return {.weight = get(".conv"),
          .bias = get(".bias"),
          .scale = get(".scale"),
          .mean = get(".mean"),
          .variance = get(".variance")};
}

/// Computes the layers for one batch. Each layer is computed when it is first read.
class ForwardPass {
 public:
  ForwardPass(const Network& network, const NetworkInput& input, bool training)
      : network_(network),
        input_(input),
        training_(training),
        values_(network.layers().size()),
        is_computed_(network.layers().size()) {}

  NetworkOutput Run(bool auxiliary) {
    NetworkOutput output;
    for (size_t i = 0; i < values_.size(); ++i) {
      const Layer& layer = network_.layers()[i];
      if (layer.IsAuxiliary() && !auxiliary) continue;
      if (!is_computed_[i]) Compute(i);
      StoreOutput(layer, values_[i], &output);
      for (const int j : network_.finished_after(i)) values_[static_cast<size_t>(j)].reset();
    }
    return output;
  }

 private:
  const at::Tensor& ValueOf(int index) {
    if (index == Layer::kPlanesInput) return input_.planes;
    if (index == Layer::kNumbersInput) return input_.numbers;
    const auto i = static_cast<size_t>(index);
    if (!is_computed_[i]) Compute(i);
    return values_[i];
  }

  void Compute(size_t i) {
    const Layer& layer = network_.layers()[i];
    if (training_ && layer.kind == LayerKind::kConv && layer.relu &&
        SuitsNormConv(network_.weights(i))) {
      values_[i] = ConvolveAndSum(i);
    } else {
      values_[i] = layer.bias >= 0 || layer.residual >= 0 ? Sum(i) : Apply(i, layer.relu);
    }
    is_computed_[i] = true;
  }

  /// Computes a convolution and all that follows it, in training on the processor.
  at::Tensor ConvolveAndSum(size_t i) {
    const Layer& layer = network_.layers()[i];
    NormConvTerms terms{.masked = layer.masked};
    if (layer.bias >= 0) terms.board_bias = ValueOf(layer.bias);
    if (layer.residual >= 0) terms.residual = ValueOf(layer.residual);
    at::Tensor x = ValueOf(layer.input);
    const at::Tensor y = NormConv(&x, network_.weights(i), terms, input_);
    if (layer.input >= 0) values_[static_cast<size_t>(layer.input)] = x;
    return y;
  }

  /// Computes a layer without adding its bias and residual. After every convolution, squares off
  /// the board are 0.
  at::Tensor Apply(size_t i, bool relu) {
    const Layer& layer = network_.layers()[i];
    const LayerWeights& weights = network_.weights(i);
    const at::Tensor& in = ValueOf(layer.input);
    if (layer.kind == LayerKind::kConv) return ConvNorm(in, weights, input_, training_, relu);
    const at::Tensor y = layer.kind == LayerKind::kSquares
                             ? LinearOnSquares(in, weights)
                             : LinearOnRows(layer.pools ? Pool(in, input_) : in, weights);
    return relu ? at::relu(y) : y;
  }

  /// Computes a layer and adds its bias and residual. The last bits of sums and gradients depend
  /// on the order of the additions and on the order in which layers are read.
  at::Tensor Sum(size_t i) {
    const Layer& layer = network_.layers()[i];
    if (layer.residual < 0) ValueOf(layer.bias);  // must be computed before the convolution
    const bool fuses =
        layer.kind == LayerKind::kConv && layer.relu && FusesConv(network_.weights(i), training_);
    const at::Tensor y = fuses ? FusedSum(i) : PlainSum(i);
    return layer.masked ? Masked(y, input_) : y;
  }

  at::Tensor PlainSum(size_t i) {
    const Layer& layer = network_.layers()[i];
    at::Tensor y = Apply(i, false);
    if (layer.bias >= 0) y = y + PerSquare(ValueOf(layer.bias), y);
    if (layer.residual >= 0) y = y + ValueOf(layer.residual);
    return layer.relu ? at::relu(y) : y;
  }

  /// The same with one kernel for the convolution, the last addition and ReLU.
  at::Tensor FusedSum(size_t i) {
    const Layer& layer = network_.layers()[i];
    const at::Tensor& in = ValueOf(layer.input);
    at::Tensor sum;
    const auto add = [&sum](const at::Tensor& term) { sum = sum.defined() ? sum + term : term; };
    if (layer.residual >= 0) add(ValueOf(layer.residual));
    if (layer.bias >= 0) add(PerSquare(ValueOf(layer.bias), in));
    return FusedConv(in, network_.weights(i), sum);
  }

  void StoreOutput(const Layer& layer, const at::Tensor& y, NetworkOutput* output) {
    switch (layer.output) {
      case LayerOutput::kNone:
        return;
      case LayerOutput::kPolicy:
        output->policy = BySquare(y);
        return;
      case LayerOutput::kQuery:
        output->queries = OfSquares(y);
        output->keys = OfSquares(ValueOf(layer.input));
        output->reached = network_.reached();
        return;
      case LayerOutput::kReply:
        output->reply = BySquare(y);
        return;
      case LayerOutput::kValue:
        output->value = y;
        return;
      case LayerOutput::kFate:
        output->fate = y.flatten(2).to(at::kFloat);
        return;
      case LayerOutput::kCaptured:
        output->captured = y;
        return;
    }
  }

  const Network& network_;
  const NetworkInput& input_;
  bool training_;
  std::vector<at::Tensor> values_;  // of the layers; each is freed after its last reader
  std::vector<bool> is_computed_;
};

}  // namespace

at::Tensor NetworkOutput::LogitsOf(const at::Tensor& moves) const {
  const at::Tensor logits = policy.gather(1, moves);
  if (!queries.defined()) return logits;
  const auto on = [](const at::Tensor& features, const at::Tensor& squares) {
    return features.gather(1, squares.unsqueeze(2).expand({-1, -1, features.size(2)}));
  };
  const int64_t channels = policy.size(1) / queries.size(1);
  const at::Tensor left = moves.div(channels, "floor");
  return logits + (on(queries, left) * on(keys, reached.take(moves))).sum(2);
}

at::Tensor NetworkOutput::Logits() const {
  const at::Tensor moves =
      at::arange(policy.size(1), at::TensorOptions(policy.device()).dtype(at::kLong));
  return LogitsOf(moves.expand({policy.size(0), -1}));
}

Network::Network(const NetworkConfig& config, const WeightMap& weights)
    : config_(config), layers_(Layers(config)), finished_after_(FinishedAfter(layers_)) {
  for (const Layer& layer : layers_) weights_.push_back(WeightsOf(layer, weights));
  if (!config.policy_destinations) return;
  reached_ =
      at::tensor(ReachedSquares(config.canvas), at::kLong).to(weights_.front().weight.device());
}

Network Network::Folded(at::Device device, at::ScalarType precision) const {
  const at::NoGradGuard no_grad;
  Network copy = *this;
  for (LayerWeights& layer : copy.weights_) {
    if (!layer.IsDefined()) continue;
    if (layer.HasNorm()) {
      layer = FoldNorm(layer);
      layer.weight = layer.weight.to(device, precision).contiguous(at::MemoryFormat::ChannelsLast);
      layer.bias = layer.bias.to(device, precision);
    } else {
      layer.weight = layer.weight.detach().to(device);
      layer.bias = layer.bias.detach().to(device);
    }
  }
  if (reached_.defined()) copy.reached_ = reached_.to(device);
  return copy;
}

NetworkOutput Network::Forward(const NetworkInput& input, bool training, bool auxiliary) const {
  return ForwardPass(*this, input, training).Run(auxiliary);
}

}  // namespace raichi
