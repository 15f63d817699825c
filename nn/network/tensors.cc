#include "nn/network/tensors.h"

#include <algorithm>

#include "nn/model/weights.h"
#include "nn/network/processor_precision.h"
#include "rules/check.h"
#include "rules/error.h"

namespace raichi {
at::Device ParseDevice(const std::string& text, int gpus) {
  if (text == "cpu" || (text == "auto" && gpus == 0)) return at::Device(at::kCPU);
  if (gpus > 0 && (text == "auto" || text == "cuda")) return at::Device(at::kCUDA, 0);
  for (int i = 0; i < gpus; ++i) {
    if (text == "cuda:" + std::to_string(i)) {
      return at::Device(at::kCUDA, static_cast<at::DeviceIndex>(i));
    }
  }
  const bool cuda = text == "cuda" || text.starts_with("cuda:");
  const std::string expected = !cuda       ? "expected auto, cpu, cuda or cuda:N"
                               : gpus == 0 ? "this LibTorch finds no GPU; expected auto or cpu"
                               : gpus == 1
                                   ? "there is one GPU, cuda:0"
                                   : "there are " + std::to_string(gpus) +
                                         " GPUs, cuda:0 to cuda:" + std::to_string(gpus - 1);
  throw UsageError("device `" + text + "`: " + expected);
}

at::ScalarType ParsePrecision(const std::string& text, at::Device device) {
  const bool cuda = device.is_cuda();
  if (text == "auto" && cuda) return GpuHasBf16(device.index()) ? at::kBFloat16 : at::kHalf;
  if (text == "auto") return ProcessorPrefersBf16() ? at::kBFloat16 : at::kFloat;
  if (text == "f32") return at::kFloat;
  if (text == "bf16") {
    if (cuda || ProcessorComputes(at::kBFloat16)) return at::kBFloat16;
    throw UsageError(
        "precision `bf16`: this processor cannot compute in it with this LibTorch; expected auto "
        "or f32");
  }
  if (text == "fp16" && cuda) return at::kHalf;
  throw UsageError("precision `" + text + "`: expected auto, f32, bf16 or, on a GPU, fp16");
}

std::string PrecisionName(at::ScalarType precision) {
  if (precision == at::kBFloat16) return "bf16";
  return precision == at::kHalf ? "fp16" : "f32";
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
  const at::Tensor files = at::arange(rows.size(2), rows.options());
  const at::Tensor bits = at::bitwise_and(at::__rshift__(rows.unsqueeze(-1), files), 1);
  return bits.to(precision).contiguous(at::MemoryFormat::ChannelsLast);
}

NetworkInput ToInput(const PackedBatch& batch, at::Device device, at::ScalarType precision) {
  const int64_t count = batch.size();
  const std::vector<int32_t> words(batch.rows.begin(), batch.rows.end());
  const at::Tensor rows = FromInts(words, {count, kPlanes, batch.canvas}, device);
  const std::vector<float> sides(batch.board_sizes.begin(), batch.board_sizes.end());
  NetworkInput input;
  input.planes = ExpandOnDevice(rows, precision);
  input.numbers = FromFloats(batch.globals, {count, kGlobals}, device);
  input.sides = FromFloats(sides, {count, 1}, device);
  const bool full = std::all_of(batch.board_sizes.begin(), batch.board_sizes.end(),
                                [&](int side) { return side == batch.canvas; });
  if (!full) input.mask = input.planes.narrow(1, static_cast<int64_t>(Plane::kBoard), 1);
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
