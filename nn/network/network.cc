#include "nn/network/network.h"

#include <ATen/core/grad_mode.h>

namespace raichi {
namespace {

constexpr double kEpsilon = 1e-5;   // of the normalisations
constexpr double kMomentum = 0.05;  // weight of a batch in the running statistics

at::Tensor Masked(const at::Tensor& x, const NetworkInput& input) {
  return input.mask.defined() ? x * input.mask.to(x.scalar_type()) : x;
}

/// Batch normalisation over the squares of the boards alone.
at::Tensor NormaliseBoards(const at::Tensor& x, const ConvNorm& layer, const at::Tensor& mask) {
  const at::Tensor wide = x.to(at::kFloat);
  const at::Tensor count = mask.sum();
  const auto per_channel = [](const at::Tensor& t) { return t.view({1, -1, 1, 1}); };
  const at::Tensor mean = (wide * mask).sum({0, 2, 3}) / count;
  const at::Tensor centered = wide - per_channel(mean);
  const at::Tensor variance = (centered * centered * mask).sum({0, 2, 3}) / count;
  {
    const at::NoGradGuard no_grad;
    at::Tensor running_mean = layer.mean;
    at::Tensor running_variance = layer.variance;
    running_mean.lerp_(mean.detach(), kMomentum);
    running_variance.lerp_(variance.detach() * (count / (count - 1)), kMomentum);
  }
  const at::Tensor factor = layer.scale * at::rsqrt(variance + kEpsilon);
  return (centered * per_channel(factor) + per_channel(layer.bias)).to(x.scalar_type());
}

at::Tensor Normalise(const at::Tensor& x, const ConvNorm& layer, const NetworkInput& input,
                     bool training) {
  if (training && input.mask.defined()) {
    return NormaliseBoards(x, layer, input.mask.to(at::kFloat));
  }
  return at::batch_norm(x, layer.scale, layer.bias, layer.mean, layer.variance, training, kMomentum,
                        kEpsilon, true);
}

/// Means, means scaled by the board's size, and maxima over the squares of a board; x >= 0 and 0
/// off the board. [N, C, S, S] -> [N, 3C], f32.
at::Tensor Pool(const at::Tensor& x, const NetworkInput& input) {
  const at::Tensor mean = at::sum(x, {2, 3}, false, at::kFloat) / (input.sides * input.sides);
  return at::cat({mean, mean * ((input.sides - 9) / 10), x.amax({2, 3}).to(at::kFloat)}, 1);
}

at::Tensor PerSquare(const at::Tensor& features, const at::Tensor& x) {
  return features.to(x.scalar_type()).unsqueeze(-1).unsqueeze(-1);
}

/// [N, C, S, S] -> [N, S * S * C], squares first: the order of policy indices.
at::Tensor BySquare(const at::Tensor& x) {
  return x.permute({0, 2, 3, 1}).reshape({x.size(0), -1}).to(at::kFloat);
}

}  // namespace

ConvNorm ConvNorm::Folded() const {
  const at::Tensor factor = scale / at::sqrt(variance + kEpsilon);
  ConvNorm folded;
  folded.weight = weight * factor.view({-1, 1, 1, 1});
  folded.bias = bias - mean * factor;
  return folded;
}

at::Tensor ConvNorm::Apply(const at::Tensor& x, const NetworkInput& input, bool training,
                           bool relu) const {
  const int64_t padding = weight.size(-1) / 2;
  at::Tensor y = at::conv2d(x, weight.to(x.scalar_type()),
                            folded() ? bias.to(x.scalar_type()) : at::Tensor(), 1, padding);
  if (!folded()) y = Normalise(y, *this, input, training);
  return Masked(relu ? at::relu(y) : y, input);
}

at::Tensor LinearLayer::Apply(const at::Tensor& features) const {
  return Linear(features, weight, bias);
}

at::Tensor LinearLayer::ApplyToSquares(const at::Tensor& x) const {
  return at::conv2d(x, weight.to(x.scalar_type()).unsqueeze(-1).unsqueeze(-1),
                    bias.to(x.scalar_type()));
}

Network::Network(const NetworkConfig& config, const WeightMap& weights) : config_(config) {
  const auto conv = [&](const std::string& name) {
    if (weights.contains(name + ".weight")) {
      return ConvNorm{weights.at(name + ".weight"), {}, weights.at(name + ".bias"), {}, {}};
    }
    return ConvNorm{weights.at(name + ".conv"), weights.at(name + ".scale"),
                    weights.at(name + ".bias"), weights.at(name + ".mean"),
                    weights.at(name + ".variance")};
  };
  const auto linear = [&](const std::string& name) {
    return LinearLayer{weights.at(name + ".weight"), weights.at(name + ".bias")};
  };
  stem = conv("stem");
  numbers = linear("stem.numbers");
  for (int i = 0; i < config.blocks; ++i) {
    const std::string name = "block" + std::to_string(i);
    blocks.push_back({conv(name + ".first"), conv(name + ".second"), {}});
    if (weights.contains(name + ".pool.weight")) blocks.back().pool = linear(name + ".pool");
  }
  policy_move = conv("policy.move");
  policy_global = conv("policy.global");
  policy_pool = linear("policy.pool");
  policy_out = linear("policy.out");
  value_square = conv("value.square");
  value_hidden = linear("value.hidden");
  value_out = linear("value.out");
  if (!weights.contains("fate.captured.weight")) return;
  policy_reply = linear("policy.reply");
  fate_square = linear("fate.square");
  fate_captured = linear("fate.captured");
}

Network Network::Folded(at::Device device, at::ScalarType precision) const {
  const at::NoGradGuard no_grad;
  Network copy = *this;
  const auto fold = [&](ConvNorm* layer) {
    *layer = layer->Folded();
    layer->weight = layer->weight.to(device, precision).contiguous(at::MemoryFormat::ChannelsLast);
    layer->bias = layer->bias.to(device, precision);
  };
  const auto move = [&](LinearLayer* layer) {
    if (!layer->weight.defined()) return;
    layer->weight = layer->weight.detach().to(device);
    layer->bias = layer->bias.detach().to(device);
  };
  for (ConvNorm* layer : {&copy.stem, &copy.policy_move, &copy.policy_global, &copy.value_square}) {
    fold(layer);
  }
  for (Block& block : copy.blocks) {
    fold(&block.first);
    fold(&block.second);
    move(&block.pool);
  }
  for (LinearLayer* layer :
       {&copy.numbers, &copy.policy_pool, &copy.policy_out, &copy.policy_reply, &copy.value_hidden,
        &copy.value_out, &copy.fate_square, &copy.fate_captured}) {
    move(layer);
  }
  return copy;
}

at::Tensor Network::Body(const NetworkInput& input, bool training) const {
  at::Tensor x = stem.Apply(input.planes, input, training, false);
  x = Masked(at::relu(x + PerSquare(numbers.Apply(input.numbers), x)), input);
  for (const Block& block : blocks) {
    const at::Tensor inner = block.first.Apply(x, input, training, true);
    at::Tensor y = block.second.Apply(inner, input, training, false);
    if (block.pool.weight.defined()) {
      y = y + PerSquare(block.pool.Apply(Pool(inner, input)), y);
    }
    x = Masked(at::relu(y + x), input);
  }
  return x;
}

NetworkOutput Network::Forward(const NetworkInput& input, bool training, bool auxiliary) const {
  const at::Tensor x = Body(input, training);
  NetworkOutput out;

  const at::Tensor global = policy_global.Apply(x, input, training, true);
  at::Tensor moves = policy_move.Apply(x, input, training, false);
  moves = at::relu(moves + PerSquare(policy_pool.Apply(Pool(global, input)), moves));
  out.policy = BySquare(policy_out.ApplyToSquares(moves));

  const at::Tensor squares = value_square.Apply(x, input, training, true);
  const at::Tensor hidden = at::relu(value_hidden.Apply(Pool(squares, input)));
  out.value = value_out.Apply(hidden);
  if (!auxiliary) return out;

  out.reply = BySquare(policy_reply.ApplyToSquares(moves));
  out.fate = fate_square.ApplyToSquares(x).flatten(2).to(at::kFloat);
  out.captured = fate_captured.Apply(hidden);
  return out;
}

}  // namespace raichi
