#include "nn/network/matrix_product.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

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

}  // namespace raichi
