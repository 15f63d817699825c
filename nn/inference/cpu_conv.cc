#include "nn/inference/cpu_conv.h"

#include "nn/network/tensors.h"
#include "nn/network/winograd_tensors.h"

namespace raichi {
namespace {

template <typename Element>
DirectConv<Element> ToDirect(const at::Tensor& weight, size_t side) {
  const auto size = [&weight](int64_t axis) { return static_cast<size_t>(weight.size(axis)); };
  return {ToFloats(weight.permute({2, 3, 1, 0})),
          {.height = size(2), .width = size(3), .in = size(1), .out = size(0), .side = side}};
}

}  // namespace

template <typename Element>
CpuConv<Element>::CpuConv(const LayerWeights& folded, bool relu, size_t side)
    : bias_(ToFloats(folded.bias)), relu_(relu) {
  if (SuitsWinograd(folded.weight)) {
    winograd_ = ToWinograd<Element>(folded.weight, static_cast<int64_t>(side));
  } else {
    direct_ = ToDirect<Element>(folded.weight, side);
  }
}

template <typename Element>
void CpuConv<Element>::Apply(const float* x, size_t boards, std::span<const float* const> residuals,
                             const float* board_bias, Scratch* scratch, float* y) const {
  const ConvSum sum{bias_.data(), board_bias, residuals, relu_};
  if (winograd_) {
    winograd_->Apply(x, boards, sum, scratch, y);
  } else {
    direct_.Apply(x, boards, sum, &scratch->inputs, y);
  }
}

template class CpuConv<float>;
template class CpuConv<Bf16>;

}  // namespace raichi
