#include "nn/network/operators.h"

#include <ATen/core/grad_mode.h>

#include "nn/network/square_layers.h"

namespace raichi {
namespace {

at::Tensor Convolve(const at::Tensor& x, const LayerWeights& layer) {
  const at::Tensor weight = layer.weight.to(x.scalar_type());
  return at::conv2d(x, weight, layer.HasNorm() ? at::Tensor() : layer.bias.to(x.scalar_type()), 1,
                    PaddingOf(weight));
}

/// Batch normalization over the squares of the boards only.
at::Tensor NormalizeBoards(const at::Tensor& x, const LayerWeights& layer, const at::Tensor& mask) {
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
    running_mean.lerp_(mean.detach(), kNormMomentum);
    running_variance.lerp_(variance.detach() * (count / (count - 1)), kNormMomentum);
  }
  const at::Tensor factor = layer.scale * at::rsqrt(variance + kNormEpsilon);
  return (centered * per_channel(factor) + per_channel(layer.bias)).to(x.scalar_type());
}

at::Tensor Normalize(const at::Tensor& x, const LayerWeights& layer, const NetworkInput& input,
                     bool training) {
  if (training && input.mask.defined()) {
    return NormalizeBoards(x, layer, input.mask.to(at::kFloat));
  }
  return at::batch_norm(x, layer.scale, layer.bias, layer.mean, layer.variance, training,
                        kNormMomentum, kNormEpsilon, true);
}

}  // namespace

int64_t PaddingOf(const at::Tensor& weight) { return weight.size(2) / 2; }

at::Tensor Masked(const at::Tensor& x, const NetworkInput& input) {
  return input.mask.defined() ? x * input.mask.to(x.scalar_type()) : x;
}

at::Tensor ConvNorm(const at::Tensor& x, const LayerWeights& layer, const NetworkInput& input,
                    bool training, bool relu) {
  if (relu && FusesConv(layer, training)) return Masked(FusedConv(x, layer, {}), input);
  at::Tensor y = Convolve(x, layer);
  if (layer.HasNorm()) y = Normalize(y, layer, input, training);
  return Masked(relu ? at::relu(y) : y, input);
}

bool FusesConv(const LayerWeights& layer, bool training) {
  return layer.weight.is_cuda() && !training && !layer.HasNorm();
}

at::Tensor FusedConv(const at::Tensor& x, const LayerWeights& layer, const at::Tensor& sum) {
  constexpr std::array<int64_t, 2> kOnes = {1, 1};
  const std::array<int64_t, 2> padding = {PaddingOf(layer.weight), PaddingOf(layer.weight)};
  if (!sum.defined()) {
    return at::cudnn_convolution_relu(x, layer.weight, layer.bias, kOnes, padding, kOnes, 1);
  }
  const at::Tensor full = sum.expand({x.size(0), layer.weight.size(0), x.size(2), x.size(3)})
                              .contiguous(at::MemoryFormat::ChannelsLast);
  return at::cudnn_convolution_add_relu(x, layer.weight, full, 1, layer.bias, kOnes, padding, kOnes,
                                        1);
}

LayerWeights FoldNorm(const LayerWeights& layer) {
  const at::Tensor factor = layer.scale / at::sqrt(layer.variance + kNormEpsilon);
  return {.weight = layer.weight * factor.view({-1, 1, 1, 1}),
          .bias = layer.bias - layer.mean * factor};
}

at::Tensor LinearOnSquares(const at::Tensor& x, const LayerWeights& layer) {
  if (SuitsSquareLayers(x)) return SquareLinear(x, layer.weight, layer.bias);
  return at::conv2d(x, layer.weight.to(x.scalar_type()).unsqueeze(-1).unsqueeze(-1),
                    layer.bias.to(x.scalar_type()));
}

at::Tensor LinearOnRows(const at::Tensor& x, const LayerWeights& layer) {
  return SuitsSquareLayers(x) ? RowLinear(x, layer.weight, layer.bias)
                              : Linear(x, layer.weight, layer.bias);
}

at::Tensor Pool(const at::Tensor& x, const NetworkInput& input) {
  if (SuitsSquareLayers(x)) return PoolOnBoards(x, input.sides);
  const at::Tensor mean = at::sum(x, {2, 3}, false, at::kFloat) / (input.sides * input.sides);
  return at::cat({mean, mean * ((input.sides - 9) / 10), x.amax({2, 3}).to(at::kFloat)}, 1);
}

at::Tensor PerSquare(const at::Tensor& features, const at::Tensor& x) {
  return features.to(x.scalar_type()).unsqueeze(-1).unsqueeze(-1);
}

at::Tensor OfSquares(const at::Tensor& x) { return x.flatten(2).transpose(1, 2).to(at::kFloat); }

at::Tensor BySquare(const at::Tensor& x) {
  return x.permute({0, 2, 3, 1}).reshape({x.size(0), -1}).to(at::kFloat);
}

}  // namespace raichi
