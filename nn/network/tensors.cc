#include "nn/network/tensors.h"

#include <algorithm>

#include "base/check.h"
#include "nn/model/weights.h"

namespace raichi {

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
