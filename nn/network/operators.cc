#include "nn/network/operators.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>

#include "base/error.h"
#include "nn/model/weights.h"
#include "nn/network/board_conv.h"
#include "nn/network/torch_compat.h"

namespace raichi {
namespace {

double Operations(int64_t rows, int64_t depth, int64_t columns) {
  return 2.0 * static_cast<double>(rows) * static_cast<double>(depth) *
         static_cast<double>(columns);
}

std::function<double()> ProductOnGpu(const at::TensorOptions& options) {
  constexpr int64_t kSize = 8192;
  const at::Tensor a = at::ones({kSize, kSize}, options), b = at::ones({kSize, kSize}, options);
  return [a, b] {
    at::matmul(a, b).select(0, 0).select(0, 0).item<float>();  // waits
    return Operations(kSize, kSize, kSize);
  };
}

std::function<double()> ProductOnProcessor(const at::TensorOptions& options) {
  constexpr int kBoards = 16;  // LibTorch computes smaller batches without oneDNN
  constexpr int kSide = 16, kChannels = 512;
  constexpr auto kLayout = at::MemoryFormat::ChannelsLast;
  const at::Tensor weight = at::ones({kChannels, kChannels, 1, 1}, options).contiguous(kLayout);
  const at::Tensor x = at::ones({kBoards, kChannels, kSide, kSide}, options).contiguous(kLayout);
  return [x, weight] {
    const at::NoGradGuard no_grad;
    if (at::get_num_threads() != 1) at::set_num_threads(1);
    at::conv2d(x, weight);
    return Operations(kBoards * kSide * kSide, kChannels, kChannels);
  };
}

}  // namespace

std::function<double()> MakeMatrixProduct(at::Device device, at::ScalarType precision) {
  const auto options = at::TensorOptions(precision).device(device);
  return device.is_cpu() ? ProductOnProcessor(options) : ProductOnGpu(options);
}

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

at::Tensor FromFloats(const std::vector<float>& values, at::IntArrayRef shape, at::Device device) {
  at::Tensor tensor = at::empty(shape, at::kFloat);
  RAICHI_CHECK(static_cast<size_t>(tensor.numel()) == values.size());
  std::copy(values.begin(), values.end(), tensor.data_ptr<float>());
  return tensor.to(device);
}

at::Tensor FromInts(const std::vector<int32_t>& values, at::IntArrayRef shape, at::Device device) {
  at::Tensor tensor = at::empty(shape, at::kInt);
  RAICHI_CHECK(static_cast<size_t>(tensor.numel()) == values.size());
  std::copy(values.begin(), values.end(), tensor.data_ptr<int32_t>());
  return tensor.to(device);
}

std::vector<float> ToFloats(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().to(at::kCPU, at::kFloat).contiguous();
  const float* data = flat.data_ptr<float>();
  return {data, data + flat.numel()};
}

at::Tensor ExpandOnDevice(const at::Tensor& rows, at::ScalarType precision) {
  const at::Tensor files = at::arange(rows.size(2), rows.options()).unsqueeze(-1);
  const at::Tensor by_rank = rows.transpose(1, 2).contiguous().unsqueeze(2);  // [N, S, 1, planes]
  const at::Tensor bits = at::bitwise_and(by_rank, at::__lshift__(at::ones_like(files), files));
  at::Tensor planes = at::empty(bits.sizes(), rows.options().dtype(precision));
  return at::ne_out(planes, bits, 0).permute({0, 3, 1, 2});
}

at::Tensor BoardMask(const at::Tensor& planes) {
  return planes.narrow(1, static_cast<int64_t>(Plane::kBoard), 1);
}

NetworkInput ToInput(const PackedBatch& batch, at::Device device, at::ScalarType precision) {
  const int64_t count = batch.size();
  const std::vector<int32_t> words(batch.rows.begin(), batch.rows.end());
  const at::Tensor rows = FromInts(words, {count, kPlanes, batch.canvas}, device);
  const std::vector<float> sides(batch.board_sizes.begin(), batch.board_sizes.end());
  NetworkInput input;
  input.winograd_in_bf16 = device.is_cpu() && precision == at::kBFloat16;
  input.planes = ExpandOnDevice(rows, input.winograd_in_bf16 ? at::kFloat : precision);
  input.numbers = FromFloats(batch.globals, {count, kGlobals}, device);
  input.sides = FromFloats(sides, {count, 1}, device);
  const bool full = std::all_of(batch.board_sizes.begin(), batch.board_sizes.end(),
                                [&](int side) { return side == batch.canvas; });
  if (!full) input.mask = BoardMask(input.planes);
  return input;
}

WeightMap SplitWeights(const NetworkConfig& config, const at::Tensor& trained,
                       const at::Tensor& statistics) {
  WeightMap weights;
  int64_t next_trained = 0;
  int64_t next_statistic = 0;
  for (const WeightSpec& spec : WeightSpecs(config)) {
    const bool statistic = spec.kind == WeightKind::kStatistic;
    int64_t& next = statistic ? next_statistic : next_trained;
    const auto count = static_cast<int64_t>(spec.Count());
    weights[spec.name] = (statistic ? statistics : trained).narrow(0, next, count).view(spec.shape);
    next += count;
  }
  RAICHI_CHECK(next_trained == trained.numel() && next_statistic == statistics.numel());
  return weights;
}

Network ToNetwork(const Model& model) {
  std::vector<float> trained;
  std::vector<float> statistics;
  auto next = model.weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model.info.network)) {
    auto& part = spec.kind == WeightKind::kStatistic ? statistics : trained;
    part.insert(part.end(), next, next + static_cast<std::ptrdiff_t>(spec.Count()));
    next += static_cast<std::ptrdiff_t>(spec.Count());
  }
  const auto flat = [](const std::vector<float>& values) {
    return FromFloats(values, {static_cast<int64_t>(values.size())}, at::kCPU);
  };
  return Network(model.info.network,
                 SplitWeights(model.info.network, flat(trained), flat(statistics)));
}

}  // namespace raichi
