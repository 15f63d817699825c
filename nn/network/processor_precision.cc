#include "nn/network/processor_precision.h"

#include "nn/network/packed_conv.h"

namespace raichi {
namespace {

/// Whether a small convolution runs in this precision. oneDNN throws for unsupported precisions
/// while it prepares or runs a convolution.
bool TryConvolution(at::ScalarType precision) {
  constexpr int kBatch = 8, kChannels = 16, kCanvas = 9;
  try {
    const at::TensorOptions options(precision);
    LayerWeights layer;
    layer.weight =
        at::zeros({kChannels, kChannels, 3, 3}, options).contiguous(at::MemoryFormat::ChannelsLast);
    layer.bias = at::zeros({kChannels}, options);
    const at::Tensor input = at::zeros({kBatch, kChannels, kCanvas, kCanvas}, options)
                                 .contiguous(at::MemoryFormat::ChannelsLast);
    PackedConv(layer, true, kBatch, kCanvas).Apply(input);
    return true;
  } catch (const std::exception&) {  // c10::Error, dnnl::error
    return false;
  }
}

}  // namespace

bool ProcessorComputes(at::ScalarType precision) {
  if (precision == at::kFloat) return true;
  if (precision != at::kBFloat16) return false;
  static const bool kComputesBf16 = TryConvolution(at::kBFloat16);
  return kComputesBf16;
}

bool ProcessorPrefersBf16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512bf16") != 0 && ProcessorComputes(at::kBFloat16);
#else
  return false;
#endif
}

}  // namespace raichi
