#include "nn/cpu/cpu_linear.h"

#include <algorithm>

#include "nn/cpu/block_product.h"

namespace raichi {

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
